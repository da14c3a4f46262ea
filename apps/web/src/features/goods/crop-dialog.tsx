import { errorText } from '@slotwise/contract'
import { Button, Modal, Radio, Slider } from 'antd'
import { useEffect, useRef, useState } from 'react'

import { CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { isAbort } from '../../lib/upload.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import './crop.css'
import {
  type Box,
  type CropShape,
  cropShapes,
  isWhole,
  largestBox,
  maxZoom,
  wholePixels,
  zoomedBox,
  zoomOf,
} from './crop-box.ts'
import { CropStage } from './crop-stage.tsx'
import { drawn, loadPicture, sizeOf } from './draw-picture.ts'
import { goodsWords } from './goods-words.ts'

type CropDialogProps = {
  /** The URL of the picture: the server's, or an object URL. */
  source: string
  name: string
  /** A note to read before cropping. */
  note?: string | undefined
  /** Says what happens with the crop. */
  confirmLabel: string
  /** A CallError thrown here is shown in the dialog. The signal is aborted when the dialog is closed meanwhile. */
  onDone: (cut: Blob, signal: AbortSignal) => Promise<void> | void
  onClose: () => void
}

/** Crops a picture: freely or with a fixed ratio, by pointer or keyboard. */
export function CropDialog({ source, name, note, confirmLabel, onDone, onClose }: CropDialogProps) {
  const t = useT(goodsWords)
  const ui = useT(uiWords)
  const image = usePicture(source)
  const [cut, setCut] = useState<{ shape: CropShape; box: Box }>()
  const { save, saving, failure } = useCutting(onDone)
  const picture = image instanceof HTMLImageElement ? image : undefined
  if (picture && !cut) setCut({ shape: 'free', box: largestBox(sizeOf(picture), undefined) })

  return (
    <Modal
      open
      centered
      width={720}
      className="sw-crop-dialog"
      title={t('cropTitle', { name })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button
            type="primary"
            disabled={!picture || !cut || isWhole(cut.box, sizeOf(picture))}
            loading={saving}
            onClick={() => picture && cut && void save(picture, cut.box)}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {note !== undefined && <p className="sw-crop-note">{note}</p>}
      {failure !== undefined && <Alert tone="error">{failure}</Alert>}
      {image === 'broken' && <BrokenPicture />}
      {image === undefined && (
        <div className="sw-crop-stage is-coming" role="status" aria-label={ui('loading')} />
      )}
      {picture && cut && (
        <CropControls
          picture={picture}
          source={source}
          shape={cut.shape}
          box={cut.box}
          onShape={(shape) => setCut({ shape, box: largestBox(sizeOf(picture), cropShapes[shape]) })}
          onBox={(box) => setCut({ ...cut, box })}
        />
      )}
    </Modal>
  )
}

function BrokenPicture() {
  const locale = useLocale()
  return <Alert tone="error">{errorText(locale, 'badPicture')}</Alert>
}

type CropControlsProps = {
  picture: HTMLImageElement
  source: string
  shape: CropShape
  box: Box
  onShape: (shape: CropShape) => void
  onBox: (box: Box) => void
}

const shapeWords = { free: 'cropFree', square: 'cropSquare', landscape: 'cropLandscape' } as const

function CropControls({ picture, source, shape, box, onShape, onBox }: CropControlsProps) {
  const t = useT(goodsWords)
  const size = sizeOf(picture)
  const { width, height } = wholePixels(box, size)
  const shapes = Object.keys(shapeWords) as CropShape[]
  return (
    <>
      <CropStage source={source} picture={size} box={box} ratio={cropShapes[shape]} onBox={onBox} />
      <div className="sw-crop-controls">
        <Radio.Group
          aria-label={t('cropShape')}
          value={shape}
          onChange={({ target }) => onShape(target.value as CropShape)}
          options={shapes.map((value) => ({ value, label: t(shapeWords[value]) }))}
        />
        <div className="sw-crop-zoom">
          <span aria-hidden="true">{t('zoom')}</span>
          <Slider
            min={1}
            max={maxZoom}
            step={0.05}
            value={zoomOf(box, size)}
            tooltip={{ open: false }}
            ariaLabelForHandle={t('zoom')}
            onChange={(zoom) => onBox(zoomedBox(box, zoom, size))}
          />
        </div>
        <span className="sw-crop-size sw-figures" role="status">
          {width} × {height}
        </span>
      </div>
    </>
  )
}

/** Undefined while the picture loads. */
function usePicture(source: string): HTMLImageElement | 'broken' | undefined {
  const [loaded, setLoaded] = useState<{ source: string; image: HTMLImageElement | 'broken' }>()
  useEffect(() => {
    let isWanted = true
    const tell = (image: HTMLImageElement | 'broken'): void => {
      if (isWanted) setLoaded({ source, image })
    }
    loadPicture(source).then(tell, () => tell('broken'))
    return () => {
      isWanted = false
    }
  }, [source])
  return loaded?.source === source ? loaded.image : undefined
}

/** Closing the dialog aborts the crop. */
function useCutting(onDone: CropDialogProps['onDone']) {
  const t = useT(goodsWords)
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(new DOMException('closed', 'AbortError')), [])
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async (picture: HTMLImageElement, box: Box): Promise<void> => {
    const current = new AbortController()
    control.current = current
    setSaving(true)
    setFailure(undefined)
    try {
      const cut = await drawn(picture, box)
      current.signal.throwIfAborted()
      await onDone(cut, current.signal)
    } catch (error) {
      if (isAbort(error)) return
      setFailure(error instanceof CallError ? (error.errors[0]?.message ?? error.message) : t('cannotDraw'))
    } finally {
      setSaving(false)
    }
  }
  return { save, saving, failure }
}
