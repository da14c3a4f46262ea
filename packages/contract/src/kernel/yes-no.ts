import { words } from './locale.ts'

/** How true and false read, in the console, in exports and in the audit. */
export const yesNoWords = words({
  yes: ['是', '是', 'Yes'],
  no: ['否', '否', 'No'],
})
