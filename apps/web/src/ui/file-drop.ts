import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Files that are dropped anywhere on the window, or pasted, go to whoever asked for them last: the dialog, not the
 * page under it. Without anybody asking, a dropped file would replace the console.
 */
type Receiver = { take: (files: File[]) => void; setOver: (over: boolean) => void }
const receivers: Receiver[] = []

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

function over(event: DragEvent): void {
  if (!carriesFiles(event)) return
  event.preventDefault()
  receivers.at(-1)?.setOver(true)
}

/** Only what leaves the window itself has no element to go to. */
function leave(event: DragEvent): void {
  if (event.relatedTarget === null) receivers.at(-1)?.setOver(false)
}

function drop(event: DragEvent): void {
  if (!carriesFiles(event)) return
  event.preventDefault()
  receivers.at(-1)?.setOver(false)
  hand(event.dataTransfer)
}

function paste(event: ClipboardEvent): void {
  if (isMeantAsText(event)) return
  if (hand(event.clipboardData)) event.preventDefault()
}

/** Sheets and documents put a picture of what is copied beside its text: into a field goes the text. */
const isMeantAsText = ({ target, clipboardData }: ClipboardEvent): boolean =>
  clipboardData?.types.includes('text/plain') === true &&
  target instanceof Element &&
  target.matches(':read-write')

function hand(data: DataTransfer | null): boolean {
  const files = [...(data?.files ?? [])]
  if (files.length > 0) receivers.at(-1)?.take(files)
  return files.length > 0
}

function join(receiver: Receiver): () => void {
  if (receivers.length === 0) {
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
  }
  receivers.push(receiver)
  return () => {
    receivers.splice(receivers.indexOf(receiver), 1)
    if (receivers.length > 0) return
    window.removeEventListener('dragover', over)
    window.removeEventListener('dragleave', leave)
    window.removeEventListener('drop', drop)
    window.removeEventListener('paste', paste)
  }
}

/** True while files are held over the window and would come here. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => join({ take: (files) => take(files), setOver }), [])
  return isOver
}
