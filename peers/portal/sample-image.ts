import { crc32, deflateSync } from 'node:zlib'

/** Returns a PNG image of 640 by 400 pixels, a gradient between two colours. */
export function picture(): Buffer<ArrayBuffer> {
  const [width, height] = [640, 400]
  const rows = Array.from({ length: height }, (_, y) => {
    const part = y / height
    const pixel = [Math.round(60 + 180 * part), Math.round(90 + 70 * part), Math.round(150 - 60 * part)]
    return Buffer.from([0, ...Array.from({ length: width }, () => pixel).flat()])
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
