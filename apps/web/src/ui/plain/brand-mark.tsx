/** Our mark: a grid of slots with one lit. Slots take the colour of the text. */
export function BrandMark({ size = 28 }: { size?: number }) {
  const at = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [column * 8 + 1, row * 8 + 1] as const))
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {at.map(([x, y], i) => (
        <rect
          key={`${x}-${y}`}
          x={x}
          y={y}
          width="6"
          height="6"
          rx="1.75"
          fill={i === 4 ? 'var(--lit)' : 'currentColor'}
          opacity={i === 4 ? 1 : 0.9}
        />
      ))}
    </svg>
  )
}
