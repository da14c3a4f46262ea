import { words } from '@slotwise/contract'

import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'
import { zhTW } from './zh-TW.ts'

/** Texts of the pages before login. They are part of the first download, so the console's stand elsewhere. */
export const publicWords = words({ 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS })
