import { useEffect, useEffectEvent, useRef, useState } from 'react'

import './code-finder.css'

/** The part of the browser's Barcode Detection API that is used here; TypeScript does not know it yet. */
type Detector = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

/** Android without Google's services has the class, but reads no codes. */
const readsCodes = async (native: DetectorClass): Promise<boolean> =>
  (await native.getSupportedFormats().catch((): string[] => [])).includes('qr_code')

/** The browser's own detector, or where it has none, a decoder that is loaded now. */
async function openDetector(): Promise<Detector> {
  const native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const Chosen =
    native && (await readsCodes(native)) ? native : (await import('qr/decode.js')).BarcodeDetector
  return new Chosen({ formats: ['qr_code'] })
}

/** Whether there is a camera. Browsers offer none on pages that were not loaded securely. */
export function useHasCamera(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
    mediaDevices?.enumerateDevices().then(
      (devices) => setHas(devices.some(({ kind }) => kind === 'videoinput')),
      () => undefined,
    )
  }, [])
  return has
}

const lookEveryMs = 200

type CodeFinderProps = {
  /** What the picture shows, for screen readers. */
  label: string
  onText: (text: string) => void
  onFailed: () => void
}

/** The camera's picture, while codes are looked for in it. */
export function CodeFinder({ label, onText, onFailed }: CodeFinderProps) {
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
  return <video ref={video} className="sw-code-finder" aria-label={label} muted playsInline />
}

/** Opens the camera and reports each code that it sees, until the signal ends it. */
async function watch(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const opening = openDetector()
  // The camera's refusal is reported first; this one then has no reader.
  opening.catch(() => undefined)
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop, { once: true })
  video.srcObject = stream
  await video.play()
  const detector = await opening
  while (!signal.aborted) {
    const [code] = await detector.detect(video)
    if (signal.aborted) return
    if (code) onText(code.rawValue)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
