/**
 * Pictures on their way to the gallery. Each is
 *   refused   by ourselves before it is sent, or by the server for what it is: sent again it would be refused again,
 *             but where this browser can draw it, it can be made smaller or cut, and else only left out
 *   waiting   for its turn, then
 *   sending   with the share that has gone, then
 *   sent      and known to the server, but in the gallery only once it is saved under its name; or
 *   failed    with the reason, from where it can be sent again.
 * Another drawing of the same picture (cut, made smaller) starts again as waiting, or refused.
 */
export type UploadStage =
  | { at: 'refused'; message: string; canDraw: boolean }
  | { at: 'waiting' }
  | { at: 'sending'; share: number }
  | { at: 'sent'; file: string }
  | { at: 'failed'; message: string }

export type Upload = {
  key: string
  /** What is sent. */
  blob: Blob
  /** An address of the same, to be shown. */
  preview: string
  name: string
  stage: UploadStage
  /** The first of those that were given together. */
  leads: boolean
  /** What the server said about its name. */
  told?: string | undefined
}

export type UploadChange =
  | { do: 'add'; uploads: Upload[] }
  | { do: 'remove'; key: string }
  | { do: 'rename'; key: string; name: string }
  | { do: 'redraw'; key: string; blob: Blob; preview: string; stage: UploadStage }
  | { do: 'stage'; key: string; blob: Blob; stage: UploadStage }
  | { do: 'tell'; key: string; message: string }

export function changeUploads(uploads: readonly Upload[], change: UploadChange): readonly Upload[] {
  if (change.do === 'add') return [...uploads, ...change.uploads]
  if (change.do === 'remove') return uploads.filter(({ key }) => key !== change.key)
  return uploads.map((one) => (one.key === change.key ? changeOne(one, change) : one))
}

function changeOne(one: Upload, change: Exclude<UploadChange, { do: 'add' | 'remove' }>): Upload {
  switch (change.do) {
    case 'rename':
      return { ...one, name: change.name, told: undefined }
    case 'redraw':
      return { ...one, blob: change.blob, preview: change.preview, stage: change.stage }
    case 'stage':
      // News of a drawing that was replaced meanwhile is no news.
      return change.blob === one.blob ? { ...one, stage: change.stage } : one
    case 'tell':
      return { ...one, told: change.message }
  }
}

export const isUnderWay = ({ stage }: Upload): boolean => stage.at === 'waiting' || stage.at === 'sending'
