import {
  bankCardCalls,
  type BankDraft,
  BankPhotoFile,
  type BankPhotoKind,
  bankPhotoKinds,
  errorCodes,
} from '@slotwise/contract'
import { useEffect, useRef, useState } from 'react'

import { CallError } from '../../../lib/client.ts'
import { isAbort, upload } from '../../../lib/upload.ts'
import { type PhotoFault, prepared, type Prepared, redrawn, turned } from './photo-check.ts'

/**
 * A photo of a card is
 * - none: not there yet;
 * - kept: on the server since the card was sent before;
 * - checking: being looked at, made smaller where it is too large, and redrawn where the server refused its file;
 * - refused: by the console, with the reason; one that is upright can be turned;
 * - sending: with the share that was sent;
 * - sent: known to the server, but on the card only once all are handed in;
 * - failed: with the server's reason; it can be sent again.
 */
export type Photo =
  | { at: 'none' }
  | { at: 'kept' }
  | { at: 'checking' }
  | { at: 'refused'; fault: PhotoFault; blob: Blob }
  | { at: 'sending'; share: number; preview: string }
  | { at: 'sent'; file: string; preview?: string }
  | { at: 'failed'; message: string; blob: Blob; preview: string }

export type Photos = Readonly<Record<BankPhotoKind, Photo>>
export type PhotoFiles = Partial<Record<BankPhotoKind, string>>

export const isThere = ({ at }: Photo): boolean => at === 'sent' || at === 'kept'
export const isUnderWay = ({ at }: Photo): boolean => at === 'checking' || at === 'sending'

export const filesOf = (photos: Photos): PhotoFiles =>
  Object.fromEntries(
    bankPhotoKinds.flatMap((kind) => {
      const photo = photos[kind]
      return photo.at === 'sent' ? [[kind, photo.file]] : []
    }),
  )

/** The photos that were uploaded before the form was left. */
export const uploadedIn = ({ values }: BankDraft): PhotoFiles =>
  Object.fromEntries(
    bankPhotoKinds.flatMap((kind) => {
      const { data: file } = BankPhotoFile.safeParse(values[kind])
      return file === undefined ? [] : [[kind, file]]
    }),
  )

const beginning = (hasPhotos: boolean, files: PhotoFiles): Photos =>
  Object.fromEntries(
    bankPhotoKinds.map((kind): [BankPhotoKind, Photo] => {
      const file = files[kind]
      return [kind, file === undefined ? { at: hasPhotos ? 'kept' : 'none' } : { at: 'sent', file }]
    }),
  ) as Photos

/** The five photos of a card. Each is checked and uploaded as soon as it is taken; unmounting aborts the rest. */
export function usePhotos(hasPhotos: boolean, uploaded: PhotoFiles) {
  const [photos, setPhotos] = useState(() => beginning(hasPhotos, uploaded))
  const underWay = useRef(new Map<BankPhotoKind, AbortController>())
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const [sending, shown] = [underWay.current, previews.current]
    return () => {
      for (const control of sending.values()) control.abort(new DOMException('taken back', 'AbortError'))
      for (const preview of shown) URL.revokeObjectURL(preview)
      sending.clear()
      shown.clear()
    }
  }, [])

  const show = (blob: Blob): string => {
    const preview = URL.createObjectURL(blob)
    previews.current.add(preview)
    return preview
  }
  const take = async (
    kind: BankPhotoKind,
    original: Blob,
    prepare: (blob: Blob) => Promise<Prepared>,
  ): Promise<void> => {
    underWay.current.get(kind)?.abort(new DOMException('taken back', 'AbortError'))
    const control = new AbortController()
    underWay.current.set(kind, control)
    // Nothing is said of a photo that was replaced meanwhile.
    const tell = (photo: Photo): void => {
      if (underWay.current.get(kind) === control) setPhotos((now) => ({ ...now, [kind]: photo }))
    }
    tell({ at: 'checking' })
    const result = await prepare(original)
    if (control.signal.aborted) return
    if ('fault' in result) return tell({ at: 'refused', fault: result.fault, blob: original })
    const { blob } = result
    const preview = show(blob)
    tell({ at: 'sending', share: 0, preview })
    try {
      const { file } = await upload(bankCardCalls.uploadBankImg, blob, {
        signal: control.signal,
        onProgress: (share) => tell({ at: 'sending', share, preview }),
      })
      tell({ at: 'sent', file, preview })
    } catch (error) {
      if (isAbort(error)) return
      if (!(error instanceof CallError)) throw error
      // The server takes nothing but a picture. This browser has decoded it, so it can draw one that has nothing else.
      if (error.rcode === errorCodes.badPicture && blob === original) return take(kind, original, redrawn)
      tell({ at: 'failed', message: error.errors[0]?.message ?? error.message, blob, preview })
    }
  }
  const blobOf = (kind: BankPhotoKind): Blob | undefined => {
    const photo = photos[kind]
    return 'blob' in photo ? photo.blob : undefined
  }
  const retake = (kind: BankPhotoKind, prepare: (blob: Blob) => Promise<Prepared>): void => {
    const blob = blobOf(kind)
    if (blob) void take(kind, blob, prepare)
  }
  return {
    photos,
    choose: (kind: BankPhotoKind, file: File) => void take(kind, file, prepared),
    turn: (kind: BankPhotoKind) => retake(kind, turned),
    retry: (kind: BankPhotoKind) => retake(kind, prepared),
    /** The server no longer has a photo that was uploaded. */
    lose: (kinds: readonly BankPhotoKind[]) =>
      setPhotos((now) => ({ ...now, ...Object.fromEntries(kinds.map((kind) => [kind, { at: 'none' }])) })),
  }
}
