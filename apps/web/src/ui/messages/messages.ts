import { words } from '@slotwise/contract'

import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'
import { zhTW } from './zh-TW.ts'

/** What every page says in the same words: lists, forms, exports, pickers. */
export const uiWords = words({ 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS })
