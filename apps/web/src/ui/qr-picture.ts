import { modulesOf } from './qr-code.tsx'

const modulePixels = 16

/** Saves a QR code as a picture, large enough for print. */
export function saveQrCode(text: string, fileName: string): void {
  const modules = modulesOf(text)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = modules.length * modulePixels
  const drawing = canvas.getContext('2d')
  if (!drawing) return
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.fillStyle = '#000'
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) drawing.fillRect(x * modulePixels, y * modulePixels, modulePixels, modulePixels)
  canvas.toBlob((picture) => {
    if (!picture) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(picture)
    link.download = fileName
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  })
}
