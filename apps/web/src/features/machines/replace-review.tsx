import {
  deviceFieldWords,
  type InputOf,
  joinNames,
  type machineCalls,
  machineTypeWords,
  type ReplacePlan,
  slotFieldWords,
} from '@slotwise/contract'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { CallFailure } from '../../entities/command/call-failure.tsx'
import { numberRanges } from '../../entities/slot/slot-shelves.ts'
import { CallError, isHandledElsewhere } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import '../../ui/form-drawer.css'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useReplaceDevice } from './api.ts'
import './replace.css'
import { replaceWords } from './replace-words.ts'

type ReplaceReviewProps = {
  asked: InputOf<(typeof machineCalls)['previewReplace']>
  plan: ReplacePlan
  onBack: () => void
  onClose: () => void
}

/** What moves, what does not fit, and what becomes of the old machine; then it is done, with the operation password. */
export function ReplaceReview({ asked, plan, onBack, onClose }: ReplaceReviewProps) {
  const t = useT(replaceWords)
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const gate = useOperationGate()
  const { mutateAsync } = useReplaceDevice()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError>()
  const name = plan.title || plan.sn
  const namesOf = useSettingNames()

  const replace = async (): Promise<void> => {
    setBusy(true)
    setFailure(undefined)
    try {
      const device = await gate.run((sign) => mutateAsync({ ...asked, sign }))
      notify('success', t('replaced', { name, sn: device.sn }))
      await navigate(`/device/${device.sn}`, { replace: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!isHandledElsewhere(error)) setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Drawer
      open
      rootClassName="sw-replace"
      title={t('reviewTitle', { name })}
      size={isPhone ? '100%' : 560}
      onClose={onClose}
      footer={
        <div className="sw-form-drawer-buttons">
          <Button disabled={isBusy} onClick={onBack}>
            {t('back')}
          </Button>
          <Button danger type="primary" loading={isBusy} onClick={() => void replace()}>
            {t('confirm')}
          </Button>
        </div>
      }
    >
      {failure && <CallFailure error={failure} onDismiss={() => setFailure(undefined)} />}
      <Moves plan={plan} />
      <h3>{t('lost')}</h3>
      <Misfits plan={plan} />
      <h3>{t('onConfirm')}</h3>
      <ul>
        <li>{t('thenUnbound')}</li>
        {plan.replaced_settings.length > 0 && (
          <li>{t('thenReplaced', { names: namesOf(plan.replaced_settings) })}</li>
        )}
        {plan.stock > 0 && <li>{t('thenStock', { pieces: plan.stock })}</li>}
        <li>{t('thenCount')}</li>
        <li>{t('thenCards')}</li>
      </ul>
    </Drawer>
  )
}

/** The names of settings, as one text. */
function useSettingNames(): (names: ReplacePlan['settings']) => string {
  const field = useT(deviceFieldWords)
  const locale = useLocale()
  return (names) =>
    joinNames(
      locale,
      names.map((name) => field(name)),
    )
}

function Moves({ plan }: { plan: ReplacePlan }) {
  const t = useT(replaceWords)
  const namesOf = useSettingNames()
  const type = useT(machineTypeWords)
  const locale = useLocale()
  const { settings, slots } = plan
  return (
    <>
      <Facts>
        <Fact name={t('from')}>
          {plan.sn} · {type(plan.type)}
        </Fact>
        <Fact name={t('to')}>
          {plan.to} · {type(plan.to_type)}
        </Fact>
      </Facts>
      <h3>{t('moves')}</h3>
      <Facts>
        <Fact name={t('title')}>{plan.title}</Fact>
        <Fact name={t('store')}>{plan.store_name ?? t('noStore')}</Fact>
        {plan.merchant_name !== null && <Fact name={t('account')}>{plan.merchant_name}</Fact>}
        <Fact name={t('settings')}>{settings.length > 0 ? namesOf(settings) : t('standardSettings')}</Fact>
        <Fact name={t('slots')}>
          {slots.length > 0
            ? t('slotCount', { count: slots.length, numbers: numberRanges(locale, slots) })
            : t('noSlots')}
        </Fact>
      </Facts>
      <p className="sw-replace-also">{t('alsoMoves')}</p>
    </>
  )
}

/** Longer lists are cut. */
const linesAtMost = 12

function Misfits({ plan }: { plan: ReplacePlan }) {
  const t = useT(replaceWords)
  const namesOf = useSettingNames()
  const slot = useT(slotFieldWords)
  const locale = useLocale()
  const lines = [
    ...(plan.is_alike ? [] : [t('otherKind')]),
    ...plan.lost_slots.map(({ channel_sn: number, goods }) => t('lostSlot', { number, goods })),
    ...plan.smaller.map(({ channel_sn: number, max, most }) => t('smaller', { number, max, most })),
    ...(plan.lost_settings.length > 0 ? [t('lostSettings', { names: namesOf(plan.lost_settings) })] : []),
    ...(plan.lost_terms.length > 0
      ? [
          t('lostTerms', {
            names: joinNames(
              locale,
              plan.lost_terms.map((name) => slot(name)),
            ),
          }),
        ]
      : []),
  ]
  if (lines.length === 0) return <p>{t('allFits')}</p>
  const more = lines.length - linesAtMost
  return (
    <Alert tone="warning">
      <ul>
        {lines.slice(0, linesAtMost).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {more > 0 && <li>{t('more', { count: more })}</li>}
      </ul>
    </Alert>
  )
}
