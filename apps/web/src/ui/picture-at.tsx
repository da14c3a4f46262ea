import { PictureOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'

import './picture.css'

type PictureAtProps = { source: string | undefined; alt: string; className?: string }

/** A picture. Its box has its size before the picture loads, and shows a placeholder when there is none. */
export function PictureAt({ source, alt, className = '' }: PictureAtProps) {
  const [shown, setShown] = useState<string>()
  const isHere = source !== undefined && shown === source
  return (
    <span className={`sw-picture ${isHere ? '' : 'is-empty'} ${className}`}>
      {source === undefined ? (
        <NoPicture />
      ) : (
        <PatientPicture key={source} source={source} alt={alt} onHere={() => setShown(source)} />
      )}
    </span>
  )
}

const NoPicture = () => <PictureOutlined aria-hidden="true" />

/** Waits between retries: the server may be busy rendering other pictures. */
const waitsMs = [2_000, 6_000]

type PatientPictureProps = { source: string; alt: string; onHere: () => void }

function PatientPicture({ source, alt, onHere }: PatientPictureProps) {
  const [failures, setFailures] = useState(0)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const wait = isAway ? waitsMs[failures - 1] : undefined
    if (wait === undefined) return undefined
    const timer = setTimeout(() => setAway(false), wait)
    return () => clearTimeout(timer)
  }, [isAway, failures])
  if (isAway) return <NoPicture />
  return (
    <img
      src={source}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      // Decode first, because the white ground would otherwise be seen before the picture.
      onLoad={({ currentTarget }) => void currentTarget.decode().then(onHere, onHere)}
      onError={() => {
        setFailures(failures + 1)
        setAway(true)
      }}
    />
  )
}
