import type { Locale } from '@slotwise/contract'
import type { ConfigProviderProps } from 'antd'
import calendarZhCN from 'antd/es/date-picker/locale/zh_CN'
import calendarZhTW from 'antd/es/date-picker/locale/zh_TW'

type AntdLocale = NonNullable<ConfigProviderProps['locale']>

/**
 * antd's texts, of the parts that the console uses: antd's own lists of each language also have those of all its other parts,
 * and every page would load them. antd brings its English itself. Forms word their faults with our own texts.
 */
const antdLocales: Record<Locale, AntdLocale> = {
  'en-US': { locale: 'en' },
  'zh-CN': {
    locale: 'zh-cn',
    DatePicker: calendarZhCN,
    Pagination: {
      items_per_page: '条/页',
      jump_to: '跳至',
      jump_to_confirm: '确定',
      page: '页',
      prev_page: '上一页',
      next_page: '下一页',
      prev_5: '向前 5 页',
      next_5: '向后 5 页',
      prev_3: '向前 3 页',
      next_3: '向后 3 页',
      page_size: '页码',
    },
    Modal: { okText: '确定', cancelText: '取消', justOkText: '知道了' },
    Empty: { description: '暂无数据' },
    global: { placeholder: '请选择', close: '关闭', show: '显示', hide: '隐藏' },
  },
  'zh-TW': {
    locale: 'zh-tw',
    DatePicker: calendarZhTW,
    Pagination: {
      items_per_page: '筆/頁',
      jump_to: '跳至',
      jump_to_confirm: '確定',
      page: '頁',
      prev_page: '上一頁',
      next_page: '下一頁',
      prev_5: '向前 5 頁',
      next_5: '向後 5 頁',
      prev_3: '向前 3 頁',
      next_3: '向後 3 頁',
      page_size: '頁碼',
    },
    Modal: { okText: '確定', cancelText: '取消', justOkText: '知道了' },
    Empty: { description: '暫無資料' },
    global: { placeholder: '請選擇', close: '關閉', show: '顯示', hide: '隱藏' },
  },
}

export const antdLocale = (locale: Locale): AntdLocale => antdLocales[locale]
