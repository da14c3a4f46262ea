import { BadPicture } from './picture-rules.ts'

/**
 * Byte patterns with which another program would run or open the picture as a script, page or archive. Each pattern
 * is long enough not to occur in the noise of a photo by chance. XMP (`<x:xmpmeta`, `<rdf:RDF`) is allowed.
 */
const markup = /<(?:script|html|iframe|!doctype)[\s>/:]|<svg[\s>/:](?:[ -~\s]{3}|$)|<\?php\s|%PDF-\d/i
const shellScript = /#! ?\/(?:bin|sbin|usr|opt|system|tmp)\//
/** ZIP (and jar, apk, docx) by the end of its directory; GIF, RAR, 7z; Linux programs by width and byte order. */
const signatures = [
  'PK\x05\x06\0\0\0\0',
  'GIF87a',
  'GIF89a',
  'Rar!\x1a\x07',
  '7z\xbc\xaf\x27\x1c',
  '\x7fELF\x01\x01\x01',
  '\x7fELF\x01\x02\x01',
  '\x7fELF\x02\x01\x01',
  '\x7fELF\x02\x02\x01',
]

export function refuseForeign(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  const isForeign =
    markup.test(text) ||
    shellScript.test(text) ||
    signatures.some((signature) => text.includes(signature)) ||
    hasZipMember(text) ||
    hasWindowsProgram(bytes, text) ||
    // Cameras and editors write comments in two bytes per letter.
    (text.includes('<\0') && markup.test(withoutZeros(bytes)))
  if (isForeign) throw new BadPicture('something else is hidden in the picture')
}

/** The header of a ZIP member is followed by the needed version, a small number in two bytes. */
function hasZipMember(text: string): boolean {
  const head = 'PK\x03\x04'
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1))
    if (text.charCodeAt(at + 4) < 64 && text.charCodeAt(at + 5) === 0) return true
  return false
}

/** "MZ" alone is in every other photo; a Windows program also points to its PE header. */
function hasWindowsProgram(bytes: Buffer, text: string): boolean {
  for (let at = text.indexOf('MZ'); at >= 0; at = text.indexOf('MZ', at + 1)) {
    if (at + 64 > bytes.length) return false
    if (text.startsWith('PE\0\0', at + bytes.readUInt32LE(at + 60))) return true
  }
  return false
}

/**
 * A loop by index, because a buffer's iterator takes five times as long, and the uploader chooses the buffer's
 * length.
 */
function withoutZeros(bytes: Buffer): string {
  const rest = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte !== 0) rest[length++] = byte
  }
  return rest.toString('latin1', 0, length)
}
