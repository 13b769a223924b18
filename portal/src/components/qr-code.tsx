import { encode } from 'uqr'

const BORDER = 3

/** Renders a text as a QR code; black on white in every color scheme, because some cameras cannot read inverted codes. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { border: BORDER })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
