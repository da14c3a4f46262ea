import { ImageEdit, imageNameLength } from '@slotwise/contract'

const { name: Name } = ImageEdit.shape

/** What the contract would refuse in a name becomes a blank. */
const fitting = (letter: string): string => (Name.safeParse(`a${letter}a`).success ? letter : ' ')

/** The name of a file without its ending, made fit for the gallery; empty where nothing of it is. */
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
