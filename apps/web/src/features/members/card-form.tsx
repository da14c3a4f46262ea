import { type Card, CardEdit, CardInput, type List, memberCalls, memberFieldWords } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'

import { DevicesPicker } from '../../entities/device/device-picker.tsx'
import { call, type CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { newRecord, valuesFor } from '../../lib/record-values.ts'
import { FormField } from '../../ui/form-field.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useAddCard, useEditCard } from './api.ts'
import { memberWords } from './member-words.ts'
import { BalanceFields, FirstPoints } from './points-fields.tsx'

type CardFormProps = {
  /** 'add', or the card to edit. */
  id: string
  cards: UseQueryResult<List<Card>, CallError>
  onClose: () => void
}

const idOf = ({ card_id: id }: Card): string => id

/** The form of a card edits the change of its balance; null while the field is empty. */
const unchanged: { point: number | null } = { point: 0 }

export function CardForm({ id, cards, onClose }: CardFormProps) {
  const t = useT(memberWords)
  const { mutateAsync: add } = useAddCard()
  const { balanceOf, save } = useSaving()
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={cards}
      row={memberCalls.getCardList}
      add={{
        title: t('addCard'),
        submitLabel: t('addCard'),
        schema: CardInput,
        initial: newRecord(CardInput),
        fields: (
          <CardFields>
            <FirstPoints />
          </CardFields>
        ),
        save: add,
        saved: t('cardAdded'),
      }}
      edit={(card) =>
        recordForm({
          title: t('editCard'),
          submitLabel: t('saveCard'),
          schema: CardEdit,
          initial: { ...valuesFor(CardEdit, card), ...unchanged },
          toInput: ({ point: change, ...values }) => ({
            ...values,
            point: change === null ? null : balanceOf(card) + change,
            was: balanceOf(card),
          }),
          fields: (
            <CardFields isOld>
              <BalanceFields balance={balanceOf(card)} />
            </CardFields>
          ),
          save: (input) => save(card, input),
          saved: t('saved'),
        })
      }
    />
  )
}

/**
 * Saves a card against the balance that the user has seen. After a refusal the form shows the present balance, which
 * counts as seen from then on.
 */
function useSaving() {
  const { mutateAsync: edit } = useEditCard()
  const [seen, setSeen] = useState<ReadonlyMap<string, number>>(new Map())
  const save = async (card: Card, input: z.output<typeof CardEdit>): Promise<void> => {
    try {
      await edit(input)
    } catch (error) {
      const input = { pageNum: 1, pageSize: 1, condition: { ids: [card.card_id] } }
      const latest = await call(memberCalls.getCardList, input, { quiet: true }).catch(() => undefined)
      const now = latest?.data[0]
      if (now) setSeen(new Map([[card.card_id, now.point]]))
      throw error
    }
  }
  return { balanceOf: (card: Card): number => seen.get(card.card_id) ?? card.point, save }
}

function CardFields({ isOld = false, children }: { isOld?: boolean; children: ReactNode }) {
  const t = useT(memberWords)
  const field = useT(memberFieldWords)
  return (
    <>
      <FormField
        name="cardno"
        label={field('cardno')}
        required={!isOld}
        hint={isOld ? undefined : t('cardnoHint')}
      >
        <Input autoComplete="off" maxLength={32} disabled={isOld} />
      </FormField>
      {children}
      <FormField name="nickname" label={field('nickname')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="device" label={field('device')} hint={t('deviceHint')}>
        <DevicesPicker placeholder={field('allDevices')} />
      </FormField>
      <FormField name="openid" label={field('openid')} hint={t('openidHint')}>
        <Input autoComplete="off" spellCheck={false} />
      </FormField>
      <FormField name="note" label={field('note')}>
        <Input.TextArea count={{ show: true, max: 500 }} autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
    </>
  )
}
