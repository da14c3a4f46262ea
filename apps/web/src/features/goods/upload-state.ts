/**
 * Pictures on their way to the gallery. Each is
 * - refused: by the console before it is sent, or by the server for its content. Sent again it would be refused again,
 *   but where this browser can draw it, it can be shrunk or cropped, else only removed;
 * - waiting: for its turn;
 * - sending: with the share that was sent;
 * - sent: known to the server, but in the gallery only once it is saved under its name;
 * - failed: with the reason; it can be sent again.
 * A new version of the same picture (cropped, shrunk) starts again as waiting, or refused.
 */
export type UploadStage =
  | { at: 'refused'; message: string; canDraw: boolean }
  | { at: 'waiting' }
  | { at: 'sending'; share: number }
  | { at: 'sent'; file: string }
  | { at: 'failed'; message: string }

export type Upload = {
  key: string
  /** The data to send. */
  blob: Blob
  /** An object URL of the same data. */
  preview: string
  name: string
  stage: UploadStage
  /** The first of the files that were added together. */
  leads: boolean
  /** The server's error about its name. */
  nameError?: string | undefined
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
      return { ...one, name: change.name, nameError: undefined }
    case 'redraw':
      return { ...one, blob: change.blob, preview: change.preview, stage: change.stage }
    case 'stage':
      // The picture was replaced meanwhile, so this stage is about an old version.
      return change.blob === one.blob ? { ...one, stage: change.stage } : one
    case 'tell':
      return { ...one, nameError: change.message }
  }
}

export const isUnderWay = ({ stage }: Upload): boolean => stage.at === 'waiting' || stage.at === 'sending'
