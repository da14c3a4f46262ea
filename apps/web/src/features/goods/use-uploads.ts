import { errorCodes, imageUpload, mediaCalls } from '@slotwise/contract'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'

import { CallError } from '../../lib/client.ts'
import { textOf } from '../../lib/i18n.tsx'
import { isAbort, refusalOf, upload } from '../../lib/upload.ts'
import { canDraw } from './draw-picture.ts'
import { goodsWords } from './goods-words.ts'
import { nameOfFile } from './picture-name.ts'
import { changeUploads, type Upload, type UploadStage } from './upload-state.ts'

let uploadsMade = 0

type Sent = Pick<Upload, 'key' | 'blob' | 'preview'>

/** The first stage of a picture: waiting, or refused with the reason. */
function firstStage(blob: Blob): UploadStage {
  const refusal = refusalOf(blob, imageUpload, 'badPicture')
  if (!refusal) return { at: 'waiting' }
  // A file of another type is called so, instead of a damaged picture.
  const message = refusal.why === 'type' ? textOf(goodsWords, 'onlyPictures') : refusal.message
  return { at: 'refused', message, canDraw: false }
}

/** True when the server refused the content, and would refuse it again. */
const isRefusal = (error: CallError): boolean =>
  error.kind === 'answer' && error.rcode === errorCodes.badPicture

/** A pasted picture has no name of its own: browsers call each of them image.png. */
const nameFor = (file: File): string =>
  file.name === 'image.png' || nameOfFile(file.name) === ''
    ? textOf(goodsWords, 'unnamedPicture')
    : nameOfFile(file.name)

/** Sends pictures while their names are still being typed. Unmounting aborts the rest. */
export function useUploads(first: readonly File[]) {
  const [uploads, change] = useReducer(changeUploads, [])
  const underWay = useRef(new Map<string, AbortController>())
  const previews = useRef(new Set<string>())

  const show = (blob: Blob): string => {
    const preview = URL.createObjectURL(blob)
    previews.current.add(preview)
    return preview
  }
  const callOff = (key: string): void => {
    underWay.current.get(key)?.abort(new DOMException('taken back', 'AbortError'))
    underWay.current.delete(key)
  }
  const send = async ({ key, blob, preview }: Sent): Promise<void> => {
    callOff(key)
    const control = new AbortController()
    underWay.current.set(key, control)
    const tell = (stage: UploadStage): void => change({ do: 'stage', key, blob, stage })
    tell({ at: 'waiting' })
    try {
      const { file } = await upload(mediaCalls.uploadImg, blob, {
        signal: control.signal,
        onProgress: (share) => tell({ at: 'sending', share }),
      })
      tell({ at: 'sent', file })
    } catch (error) {
      if (isAbort(error)) return
      if (!(error instanceof CallError)) throw error
      const message = error.errors[0]?.message ?? error.message
      tell(isRefusal(error) ? { at: 'refused', message, canDraw: false } : { at: 'failed', message })
      if (isRefusal(error)) await offerDrawing({ key, blob, preview }, message)
    }
  }
  // A redrawn version may be accepted where this browser can make one; redrawing one of its own drawings would change
  // nothing.
  const offerDrawing = async ({ key, blob, preview }: Sent, message: string): Promise<void> => {
    const isOther = refusalOf(blob, imageUpload, 'badPicture')?.why === 'type'
    if (blob instanceof File && !isOther && (await canDraw(preview)))
      change({ do: 'stage', key, blob, stage: { at: 'refused', message, canDraw: true } })
  }
  const start = (one: Sent & { stage: UploadStage }): void => {
    if (one.stage.at === 'waiting') void send(one)
    if (one.stage.at === 'refused') void offerDrawing(one, one.stage.message)
  }
  const add = (files: readonly File[]): void => {
    const made = files.map((file, index): Upload => {
      uploadsMade += 1
      return {
        key: String(uploadsMade),
        blob: file,
        preview: show(file),
        name: nameFor(file),
        stage: firstStage(file),
        leads: index === 0,
      }
    })
    change({ do: 'add', uploads: made })
    for (const one of made) start(one)
  }
  const redraw = (key: string, blob: Blob): void => {
    const redrawn = { key, blob, preview: show(blob), stage: firstStage(blob) }
    change({ do: 'redraw', ...redrawn })
    start(redrawn)
  }

  const begin = useEffectEvent(() => {
    if (underWay.current.size === 0 && previews.current.size === 0) add(first)
  })
  useEffect(() => {
    const [sending, shown] = [underWay.current, previews.current]
    begin()
    return () => {
      for (const control of sending.values()) control.abort(new DOMException('taken back', 'AbortError'))
      for (const preview of shown) URL.revokeObjectURL(preview)
      sending.clear()
      shown.clear()
    }
  }, [])

  return {
    uploads,
    add,
    redraw,
    retry: (one: Upload) => void send(one),
    rename: (key: string, name: string) => change({ do: 'rename', key, name }),
    tell: (key: string, message: string) => change({ do: 'tell', key, message }),
    fail: (one: Upload, message: string) =>
      change({ do: 'stage', key: one.key, blob: one.blob, stage: { at: 'failed', message } }),
    remove: (key: string) => {
      callOff(key)
      change({ do: 'remove', key })
    },
  }
}
