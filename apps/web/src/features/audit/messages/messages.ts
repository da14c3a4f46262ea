import { words } from '@slotwise/contract'

import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'
import { zhTW } from './zh-TW.ts'

/** What the page itself says; actions, objects and fields are the contract's, because exports use them too. */
export const auditWords = words({ 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS })
