import { words } from '@slotwise/contract'

import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'
import { zhTW } from './zh-TW.ts'

/** What the page itself says; the names of fields are the contract's, because sheets use them too. */
export const goodsWords = words({ 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS })
