/**
 * MD5 after RFC 1321, over the UTF-8 bytes of a text. It is no protection by itself: the wire format asks for it, and
 * the server hashes the digest again before it stores anything.
 */
const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const sines = Uint32Array.from({ length: 64 }, (_, i) => Math.abs(Math.sin(i + 1)) * 2 ** 32)

export function md5(text: string): string {
  const words = padded(new TextEncoder().encode(text))
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  for (let block = 0; block < words.length; block += 16) mix(state, words.subarray(block, block + 16))
  return [...new Uint8Array(littleEndian(state))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The message, a one bit, zeros, and its length in bits, in blocks of sixteen words. */
function padded(bytes: Uint8Array): Uint32Array {
  const view = new DataView(new ArrayBuffer(((bytes.length + 8) >> 6) * 64 + 64))
  new Uint8Array(view.buffer).set(bytes)
  view.setUint8(bytes.length, 0x80)
  view.setUint32(view.byteLength - 8, bytes.length << 3, true)
  view.setUint32(view.byteLength - 4, bytes.length >>> 29, true)
  return Uint32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getUint32(i * 4, true))
}

function littleEndian(words: Uint32Array): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(words.length * 4))
  for (const [i, word] of words.entries()) view.setUint32(i * 4, word, true)
  return view.buffer
}

function mix(state: Uint32Array, block: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state
  for (let step = 0; step < 64; step += 1) {
    const round = step >> 4
    const [f, index] = roundOf(round, step, b, c, d)
    const sum = (a + f + (sines[step] ?? 0) + (block[index] ?? 0)) | 0
    const shift = shifts[round * 4 + (step & 3)] ?? 0
    ;[a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0]
  }
  for (const [i, value] of [a, b, c, d].entries()) state[i] = (state[i] ?? 0) + value
}

function roundOf(round: number, step: number, b: number, c: number, d: number): [f: number, word: number] {
  switch (round) {
    case 0:
      return [(b & c) | (~b & d), step]
    case 1:
      return [(b & d) | (c & ~d), (5 * step + 1) & 15]
    case 2:
      return [b ^ c ^ d, (3 * step + 5) & 15]
    default:
      return [c ^ (b | ~d), (7 * step) & 15]
  }
}
