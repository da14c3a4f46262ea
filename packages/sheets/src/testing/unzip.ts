import { crc32, inflateRawSync } from 'node:zlib'

export type UnzippedPart = { name: string; content: string }

/** Reads a zip by its central directory, and checks the headers against the content. */
export function unzip(file: Buffer): UnzippedPart[] {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Error('no end of central directory')
  const parts: UnzippedPart[] = []
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (file.readUInt32LE(at) !== 0x0201_4b50) throw new Error('no directory entry')
    const nameLength = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    const [crc, packed, size] = [16, 20, 24].map((offset) => file.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = file.readUInt32LE(at + 42)
    if (file.readUInt32LE(local) !== 0x0403_4b50) throw new Error(`no local header of ${name}`)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    // Sizes are in the local header, or in the descriptor behind the content.
    const streamed = (file.readUInt16LE(local + 6) & 8) !== 0
    const sizesAt = streamed ? start + packed + 4 : local + 14
    const sizes = [0, 4, 8].map((offset) => file.readUInt32LE(sizesAt + offset))
    const content = inflateRawSync(file.subarray(start, start + packed))
    if (String(sizes) !== String([crc, packed, size]) || content.length !== size || crc32(content) !== crc) {
      throw new Error(`sizes or checksum of ${name} do not fit`)
    }
    parts.push({ name, content: content.toString('utf8') })
    at += 46 + nameLength
  }
  if (at !== end) throw new Error('the directory is not as long as it says')
  return parts
}
