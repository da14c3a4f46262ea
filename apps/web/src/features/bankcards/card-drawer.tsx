import {
  acctNoField,
  type BankCard,
  bankCardCalls,
  bankCardFieldWords,
  type BankCardNumbers,
  certTypeWords,
  type List,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'

import { useBankName } from '../../entities/bank-card/bank-name.ts'
import { BankCardStateTag } from '../../entities/bank-card/card-state.tsx'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { useOne } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Instant } from '../../ui/instant.tsx'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { isElsewhere, useEditedRow } from '../../ui/use-edited-row.ts'
import { useRevealBank } from './api.ts'
import './bank-cards.css'
import { UsedBy } from './bank-card-columns.tsx'
import { bankCardWords } from './bank-card-words.ts'
import { mayEdit, mayWithdraw, nextAction } from './card-actions.ts'
import { CardPhotos } from './photos/card-photos.tsx'

type CardDrawerProps = {
  id: string
  cards: UseQueryResult<List<BankCard>, CallError>
  onOpen: (name: string) => void
  onWithdraw: (card: BankCard) => void
  onClose: () => void
}

const idOf = ({ merchant_id: id }: BankCard): string => id

/** One bank card with everything that was handed in. */
export function CardDrawer({ id, cards, onOpen, onWithdraw, onClose }: CardDrawerProps) {
  const t = useT(bankCardWords)
  const asked = { id, idOf, shown: cards }
  const alone = useOne(bankCardCalls.getMerchant, id, isElsewhere(asked))
  const { row } = useEditedRow({ ...asked, alone, onMissing: onClose })
  // The list may know a newer state than the row that was taken when the drawer opened.
  const card = cards.data?.data.find((one) => one.merchant_id === id) ?? row
  if (!card) return null
  return (
    <DetailDrawer title={t('detail')} width={600} onClose={onClose}>
      <Card card={card} onOpen={onOpen} onWithdraw={() => onWithdraw(card)} />
    </DetailDrawer>
  )
}

type CardProps = { card: BankCard; onOpen: (name: string) => void; onWithdraw: () => void }

function Card({ card, onOpen, onWithdraw }: CardProps) {
  const t = useT(bankCardWords)
  const next = nextAction(card)
  return (
    <>
      <header className="sw-bank-card-head">
        <h3>{card.mch_name}</h3>
        <BankCardStateTag state={card.state} />
      </header>
      <Alert tone={card.state === 'not_approved' ? 'error' : card.state === 'approved' ? 'success' : 'info'}>
        {card.reason === '' ? '' : `${t('reasonIs', { reason: card.reason })}\n`}
        {t(`stateText_${card.state}`)}
      </Alert>
      {(next || mayWithdraw(card)) && (
        <div className="sw-bank-card-ways">
          {next && (
            <Button type="primary" onClick={() => onOpen(next.opens)}>
              {t(next.word)}
            </Button>
          )}
          {mayEdit(card) && card.state === 'no_id_photo' && (
            <Button onClick={() => onOpen(`send-${card.merchant_id}`)}>{t('editCard')}</Button>
          )}
          {mayWithdraw(card) && (
            <Button danger onClick={onWithdraw}>
              {t('withdraw')}
            </Button>
          )}
        </div>
      )}
      <CardFacts card={card} />
      <CardPhotos card={card} />
    </>
  )
}

type Numbers = z.output<typeof BankCardNumbers>

/** The facts of a card; its numbers are masked until the operation password was given. */
function CardFacts({ card }: { card: BankCard }) {
  const t = useT(bankCardWords)
  const field = useT(bankCardFieldWords)
  const certType = useT(certTypeWords)
  const bankName = useBankName()
  const country = useSession()?.country ?? 'CN'
  const [numbers, setNumbers] = useState<Numbers>()
  const number = (name: keyof Numbers, label: string) =>
    numbers ? (
      <Copyable text={numbers[name]} label={label} />
    ) : (
      <span className="sw-figures">{card[name]}</span>
    )
  const acctNo = field(acctNoField(country))
  const place = [card.province, card.city, card.district].filter((name) => name !== '').join(' ')
  const branchPlace = [card.bank_province_name, card.bank_city_name].filter((name) => name !== '').join(' ')
  return (
    <>
      <section aria-labelledby="card-account">
        <div className="sw-bank-card-section">
          <h3 id="card-account">{t('accountSection')}</h3>
          <NumbersButton card={card} isShown={numbers !== undefined} onNumbers={setNumbers} />
        </div>
        <Facts className="sw-bank-card-facts">
          <Fact name={field('bank_code')}>{bankName(card)}</Fact>
          {card.bank_branch !== '' && (
            <Fact name={field('bank_branch')}>
              <span lang="zh-CN">{card.bank_branch}</span> <small lang="zh-CN">{branchPlace}</small>
            </Fact>
          )}
          {card.bank_no !== '' && (
            <Fact name={field('bank_no')}>
              <span className="sw-figures">{card.bank_no}</span>
            </Fact>
          )}
          <Fact name={field('acct_name')}>{card.acct_name}</Fact>
          <Fact name={acctNo}>{number('acct_no', acctNo)}</Fact>
          <Fact name={certType(card.acct_cert_type)}>{number('acct_cert_no', field('acct_cert_no'))}</Fact>
          <Fact name={t('validity')}>
            <span className="sw-figures">
              {card.cert_expire_date === null
                ? t('validSince', { start: card.cert_start_date })
                : t('validUntil', { start: card.cert_start_date, end: card.cert_expire_date })}
            </span>
          </Fact>
          <Fact name={field('acct_mobile')}>{number('acct_mobile', field('acct_mobile'))}</Fact>
          <Fact name={t('usedBy')}>
            <UsedBy card={card} />
          </Fact>
        </Facts>
      </section>
      <section aria-labelledby="card-merchant">
        <h3 id="card-merchant">{t('merchantSection')}</h3>
        <Facts className="sw-bank-card-facts">
          <Fact name={field('person')}>{card.person}</Fact>
          <Fact name={field('telephone')}>{number('telephone', field('telephone'))}</Fact>
          <Fact name={field('email')}>
            <code>{card.email}</code>
          </Fact>
          <Fact name={field('address')}>
            {place !== '' && <span lang="zh-CN">{place} </span>}
            {card.address}
          </Fact>
          <Fact name={t('createAt')}>
            <Instant at={card.create_at} />
          </Fact>
          <Fact name={field('username')}>{card.username}</Fact>
        </Facts>
      </section>
    </>
  )
}

type NumbersButtonProps = {
  card: BankCard
  isShown: boolean
  onNumbers: (numbers: Numbers | undefined) => void
}

/** Shows the clear numbers, after the operation password. Each look is in the audit. */
function NumbersButton({ card, isShown, onNumbers }: NumbersButtonProps) {
  const t = useT(bankCardWords)
  const gate = useOperationGate()
  const { mutateAsync: reveal, isPending } = useRevealBank()
  const show = (): void => {
    gate
      .run((sign) => reveal({ merchant_id: card.merchant_id, sign }))
      // A refusal is shown in a notice, and leaving the gate is silent.
      .then(onNumbers, () => undefined)
  }
  if (isShown)
    return (
      <Button size="small" onClick={() => onNumbers(undefined)}>
        {t('hideNumbers')}
      </Button>
    )
  return (
    <Button size="small" loading={isPending} title={t('showNumbersHint')} onClick={show}>
      {t('showNumbers')}
    </Button>
  )
}
