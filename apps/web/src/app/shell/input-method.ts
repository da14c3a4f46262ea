/** Keys and text while a word is composed, as in Chinese. */

type Pressed = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>

/** Whether the key belongs to the word. Safari ends the word before it reports the Enter that accepts it, as code 229. */
export const isComposingKey = ({ isComposing, keyCode }: Pressed): boolean => isComposing || keyCode === 229

/**
 * Whether a word is to be searched only when it is complete: half-typed pinyin finds nothing. Android's keyboards
 * compose Latin words as well and end them with a space, so there every letter is searched.
 */
export const awaitsWords = (userAgent: string): boolean => !/Android/.test(userAgent)

/** The key in lower case. Chrome's autofill reports keys without a name. */
export const keyName = ({ key }: { key?: string | undefined }): string => key?.toLowerCase() ?? ''
