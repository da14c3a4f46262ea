import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Files dropped anywhere on the window, or pasted, go to the receiver that joined last: the dialog, not the page under
 * it. Without a receiver the browser opens a dropped file in place of the console.
 */
type Receiver = { take: (files: File[]) => void; setOver: (over: boolean) => void }
const receivers: Receiver[] = []

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

function over(event: DragEvent): void {
  if (!carriesFiles(event)) return
  event.preventDefault()
  receivers.at(-1)?.setOver(true)
}

/** `relatedTarget` is null only when the drag leaves the window itself. */
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

/**
 * Sheets and documents add a picture of the copied text to the clipboard: in a text field the text is pasted instead.
 */
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

/** True while files are dragged over the window and this caller would receive them. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => join({ take: (files) => take(files), setOver }), [])
  return isOver
}
