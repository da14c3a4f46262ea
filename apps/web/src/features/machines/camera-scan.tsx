import { ScanOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { bindDrawerWords } from './bind-drawer-words.ts'
import { type BindLink, readScanned } from './bind-link.ts'

/** The part of the browser's Barcode Detection API that is used here; TypeScript does not know it yet. */
type Detector = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

const canScan = (): boolean =>
  detectorClass() !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function'

const lookEveryMs = 200

type Scanning = 'off' | 'on' | 'failed'

/** Reads the QR code of a machine with the camera. Browsers that cannot do so show nothing here. */
export function CameraScan({ onFound }: { onFound: (link: BindLink) => void }) {
  const t = useT(bindDrawerWords)
  const [scanning, setScanning] = useState<Scanning>('off')
  const [isForeign, setForeign] = useState(false)
  if (!canScan()) return null
  const found = (text: string): void => {
    const link = readScanned(text)
    setForeign(link === undefined)
    if (!link) return
    setScanning('off')
    onFound(link)
  }
  return (
    <div className="sw-scan">
      <Button
        block
        icon={<ScanOutlined aria-hidden="true" />}
        onClick={() => {
          setForeign(false)
          setScanning(scanning === 'on' ? 'off' : 'on')
        }}
      >
        {t(scanning === 'on' ? 'stopScan' : 'scan')}
      </Button>
      {scanning === 'on' && <Finder onText={found} onFailed={() => setScanning('failed')} />}
      {isForeign && <Alert tone="error">{t('foreignCode')}</Alert>}
      {scanning === 'failed' && <Alert tone="error">{t('noCamera')}</Alert>}
    </div>
  )
}

type FinderProps = { onText: (text: string) => void; onFailed: () => void }

/** The camera's picture, while codes are looked for in it. */
function Finder({ onText, onFailed }: FinderProps) {
  const t = useT(bindDrawerWords)
  const video = useRef<HTMLVideoElement>(null)
  const tell = useEffectEvent(onText)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    const over = new AbortController()
    const look = (text: string): void => tell(text)
    if (video.current)
      watch(video.current, look, over.signal).catch(() => {
        if (!over.signal.aborted) fail()
      })
    return () => over.abort()
  }, [])
  return <video ref={video} className="sw-scan-picture" aria-label={t('picture')} muted playsInline />
}

/** Opens the camera and reports each code that it sees, until the signal ends it. */
async function watch(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const BarcodeDetector = detectorClass()
  if (!BarcodeDetector) throw new Error('This browser reads no codes')
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop, { once: true })
  video.srcObject = stream
  await video.play()
  while (!signal.aborted) {
    const [code] = await detector.detect(video)
    if (signal.aborted) return
    if (code) onText(code.rawValue)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
