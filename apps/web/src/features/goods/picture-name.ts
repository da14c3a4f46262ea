import { ImageEdit, imageNameLength } from '@slotwise/contract'

const { name: Name } = ImageEdit.shape

/** Replaces a character that the contract refuses in a name by a blank. */
const fitting = (letter: string): string => (Name.safeParse(`a${letter}a`).success ? letter : ' ')

/** A file's name without its extension, reduced to characters that the gallery accepts; empty when none is left. */
export function nameOfFile(fileName: string): string {
  const stem = fileName
    .replace(/\.[^.]{1,5}$/, '')
    .normalize('NFC')
    .toWellFormed()
  const fit = [...stem]
    .map(fitting)
    .join('')
    .replace(/[\s_]+/g, ' ')
    .trim()
  const short = [...fit].reduce(
    (name, letter) => ((name + letter).length <= imageNameLength ? name + letter : name),
    '',
  )
  return Name.safeParse(short).success ? short.trim() : ''
}
