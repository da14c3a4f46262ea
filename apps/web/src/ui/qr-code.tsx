import { encodeQR } from 'qr'

import './qr-code.css'

/** Scanners need a light frame of four modules. */
const frame = 4

/** One path for all dark modules, `M2 0h1v1h-1z…`, so that no lines show between them. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}

/** Which modules of a QR code are dark. */
export const modulesOf = (text: string) => encodeQR(text, 'raw', { ecc: 'medium', border: frame })

/** A QR code, dark on white in every theme, because many cameras read no inverted ones. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = modulesOf(text)
  return (
    <svg
      className="sw-qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={pathOf(modules)} fill="#000" />
    </svg>
  )
}
