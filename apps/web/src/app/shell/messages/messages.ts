import { words } from '@slotwise/contract'

import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'
import { zhTW } from './zh-TW.ts'

/** The frame around every page: menu, header, and the names of the pages themselves. */
export const shellWords = words({ 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS })
export type ShellWord = keyof typeof enUS
