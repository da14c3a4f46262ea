import { type Delivery, type LongList, notifyCalls, notifyFieldWords } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'

import { useNoticeText } from '../../entities/notices/use-notice-text.ts'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { useOne } from '../../lib/query.ts'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Instant } from '../../ui/instant.tsx'
import { isElsewhere, useEditedRow } from '../../ui/use-edited-row.ts'
import { DeliveryState } from './delivery-state.tsx'
import { notifyWords } from './notify-words.ts'

type DeliveryDrawerProps = {
  id: string
  list: UseQueryResult<LongList<Delivery>, CallError>
  onClose: () => void
}

const idOf = ({ notice }: Delivery): string => notice

export function DeliveryDrawer({ id, list, onClose }: DeliveryDrawerProps) {
  const asked = { id, idOf, shown: list }
  const alone = useOne(notifyCalls.getNotices, id, isElsewhere(asked))
  const { row } = useEditedRow({ ...asked, alone, onMissing: onClose })
  // The list reads a notice again while it is on its way.
  const latest = list.data?.data.find(({ notice }) => notice === id) ?? row
  return latest ? <OneDelivery delivery={latest} onClose={onClose} /> : null
}

function OneDelivery({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const t = useT(notifyWords)
  const field = useT(notifyFieldWords)
  const { title, body, lines, link } = useNoticeText()(delivery)
  const { receiver, created_at: created, sent_at: sent, tries, is_test: isTest } = delivery
  return (
    <DetailDrawer title={t('detail')} width={480} onClose={onClose}>
      <Facts label={t('detail')}>
        <Fact name={field('receiver')}>{receiver}</Fact>
        <Fact name={t('state')}>
          <DeliveryState delivery={delivery} />
        </Fact>
        <Fact name={t('createdAt')}>
          <Instant at={created} seconds />
        </Fact>
        {sent !== null && (
          <Fact name={t('sentAt')}>
            <Instant at={sent} seconds />
          </Fact>
        )}
        {tries > 0 && <Fact name={t('tries')}>{tries}</Fact>}
      </Facts>
      <section aria-labelledby="notice-about">
        <h3 id="notice-about">{t('about')}</h3>
        {isTest ? (
          <p className="sw-notify-text">
            {title}
            <br />
            {body}
          </p>
        ) : (
          <ul className="sw-notify-lines">
            {(lines.length > 1 ? lines : [{ text: title, link }]).map((line) => (
              <li key={line.text}>
                <Link className="sw-link" to={line.link}>
                  {line.text}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </DetailDrawer>
  )
}
