const directoryStart = Buffer.from('SEFH')
const directoryEnd = Buffer.from('SEFT')
/** Every block begins with its kind and the length of its name. */
const blockHead = 8

/**
 * Samsung's phones append to a picture when and how it was taken: blocks, a directory of them, the directory's
 * length, "SEFT". Offsets in the directory count backwards from the directory. Returns where the first block
 * begins, or undefined when the parts do not fit together.
 */
export function samsungTrailerStart(file: Buffer, pictureEnd: number): number | undefined {
  const tail = file.length - 8
  if (tail < pictureEnd + 12 || !file.subarray(-4).equals(directoryEnd)) return undefined
  const length = file.readUInt32LE(tail)
  const directory = tail - length
  if (
    length < 12 ||
    directory < pictureEnd ||
    !file.subarray(directory, directory + 4).equals(directoryStart)
  )
    return undefined
  const count = file.readUInt32LE(directory + 8)
  if (count < 1 || length !== 12 + 12 * count) return undefined

  // The blocks must follow each other without a gap, from the first one up to the directory.
  const blocks = Array.from({ length: count }, (_, index) => {
    const entry = directory + 12 + 12 * index
    const start = directory - file.readUInt32LE(entry + 4)
    return { start, end: start + file.readUInt32LE(entry + 8) }
  }).toSorted((a, b) => a.start - b.start)
  const first = blocks[0]?.start ?? directory
  if (first < pictureEnd) return undefined
  let reached = first
  for (const { start, end } of blocks) {
    if (start !== reached || end - start < blockHead || end > directory) return undefined
    if (blockHead + file.readUInt32LE(start + 4) > end - start) return undefined
    reached = end
  }
  return reached === directory ? first : undefined
}
