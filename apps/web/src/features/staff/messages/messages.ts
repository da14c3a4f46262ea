import { words } from '@slotwise/contract'

import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'
import { zhTW } from './zh-TW.ts'

/** What the pages of roles and sub-accounts say; names of fields and permissions are the contract's. */
export const staffWords = words({ 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS })
