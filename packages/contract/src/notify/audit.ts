import { type DomainAudit, inGroup, labelled, named, oneOf } from '../kernel/audit.ts'
import { joinNames, type Locale } from '../kernel/locale.ts'
import type { notifyCalls } from './calls.ts'
import { kindsOf } from './schemas.ts'
import { notifyChannelWords, notifyFieldWords, notifyKindWords } from './words.ts'

const field = labelled(notifyFieldWords)

const kindNames = (locale: Locale, value: unknown): string | undefined =>
  typeof value === 'string'
    ? joinNames(
        locale,
        kindsOf(value).map((kind) => notifyKindWords[locale][kind]),
      )
    : undefined

export const notifyAudit = {
  kinds: {
    notify: {
      name: ['通知接收人', '通知接收人', 'Recipient of notifications'],
      title: 'receiver',
      fields: {
        receiver: field('receiver'),
        channel: field('channel', oneOf(notifyChannelWords)),
        notice: field('notice'),
        stopped: field('stopped'),
        permission: field('permission', { text: kindNames }),
        all_device: field('all_device'),
        store: field('store', named('store_names')),
        not_disture: field('not_disture'),
        start_notify: field('start_notify'),
        end_notify: field('end_notify'),
        remarks: field('remarks'),
      },
      hidden: ['store_names'],
    },
  },
  calls: inGroup('staff', {
    bindNotify: ['绑定通知', '綁定通知', 'Became a recipient of notifications'],
    addRobot: ['新增群机器人', '新增群組機器人', 'Added a robot as recipient of notifications'],
    editNotify: ['编辑通知', '編輯通知', 'Edited a recipient of notifications'],
    delNotify: ['删除通知', '刪除通知', 'Deleted a recipient of notifications'],
    testNotify: ['发送测试通知', '傳送測試通知', 'Sent a test notification'],
    resendNotice: ['重发通知', '重新傳送通知', 'Sent a notification again'],
    addPush: ['开启浏览器推送', '開啟瀏覽器推播', 'Turned browser messages on'],
    delPush: ['关闭浏览器推送', '關閉瀏覽器推播', 'Turned browser messages off'],
  }),
} as const satisfies DomainAudit<typeof notifyCalls>
