import { type Delivery, notifyFieldWords } from '@slotwise/contract'

import { useNoticeText } from '../../entities/notices/use-notice-text.ts'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { notifyWords } from './notify-words.ts'

export function useDeliveryColumns(onOpen: (delivery: Delivery) => void): Column<Delivery>[] {
  const t = useT(notifyWords)
  const field = useT(notifyFieldWords)
  const textOf = useNoticeText()
  return [
    {
      key: 'what',
      title: t('what'),
      text: true,
      cell: (delivery) => (
        <button type="button" className="sw-text-button" onClick={() => onOpen(delivery)}>
          {textOf(delivery).title}
        </button>
      ),
    },
    { key: 'created_at', title: t('createdAt'), cell: (delivery) => <Instant at={delivery.created_at} /> },
    {
      key: 'receiver',
      title: field('receiver'),
      text: true,
      width: 160,
      cell: (delivery) => delivery.receiver,
    },
    {
      key: 'state',
      title: t('state'),
      text: true,
      width: 240,
      cell: (delivery) => <DeliveryState delivery={delivery} />,
    },
    {
      key: 'sent_at',
      title: t('sentAt'),
      cell: ({ sent_at: at }) => (at === null ? null : <Instant at={at} seconds />),
      extra: 'middle',
    },
    { key: 'tries', title: t('tries'), align: 'right', cell: ({ tries }) => tries, extra: true },
  ]
}
