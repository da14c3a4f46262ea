import { words } from '@slotwise/contract'

import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'
import { zhTW } from './zh-TW.ts'

/** Texts of pages that may stand alone, without the console around them. */
export const noticeWords = words({ 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS })
