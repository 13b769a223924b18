import { encode } from 'uqr'

const BORDER = 3

/** A text as a QR code; dark on white in every colour scheme, because some cameras read nothing else. */
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
