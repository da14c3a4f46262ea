import {
  type PayAccount,
  payAccountFieldWords,
  payClientWords,
  payFieldText,
  payTrialWords,
} from '@slotwise/contract'
import { Modal } from 'antd'
import { useState } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { DangerQuestion } from '../../ui/danger-question.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Instant } from '../../ui/instant.tsx'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useSwitchPayAccount, useTryPayAccount } from './api.ts'
import { payAccountWords } from './pay-account-words.ts'

type AccountCardProps = { account: PayAccount; onReplaceKeys: () => void }

/** An account with what can be done with it. */
export function AccountCard({ account, onReplaceKeys }: AccountCardProps) {
  const t = useT(payAccountWords)
  const field = useT(payAccountFieldWords)
  const locale = useLocale()
  const { tryIt, isTrying } = useTrial(account)
  const [isAsking, setAsking] = useState(false)
  const { provider, account_no: no, app_id: app, enabled, changed_at: changed } = account
  const named = (action: string) => `${action}: ${no}`
  return (
    <li className="sw-pay-account">
      <Facts label={no}>
        <Fact name={payFieldText(locale, provider, 'account_no')}>{no}</Fact>
        {app !== '' && <Fact name={payFieldText(locale, provider, 'app_id')}>{app}</Fact>}
        <Fact name={field('enabled')}>
          <StatusTag tone={enabled ? 'good' : 'idle'}>{t(enabled ? 'inUse' : 'notInUse')}</StatusTag>
        </Fact>
        <Fact name={field('changed_at')}>
          <Instant at={changed} />
        </Fact>
      </Facts>
      <div className="sw-row-actions">
        <button
          type="button"
          className="sw-text-button"
          aria-label={named(t('test'))}
          aria-busy={isTrying}
          disabled={isTrying}
          onClick={() => void tryIt()}
        >
          {t('test')}
        </button>
        <button
          type="button"
          className="sw-text-button"
          aria-label={named(t('replaceKeys'))}
          onClick={onReplaceKeys}
        >
          {t('replaceKeys')}
        </button>
        <button
          type="button"
          className={enabled ? 'sw-text-button is-danger' : 'sw-text-button'}
          aria-label={named(t(enabled ? 'stop' : 'use'))}
          onClick={() => setAsking(true)}
        >
          {t(enabled ? 'stop' : 'use')}
        </button>
      </div>
      {isAsking &&
        (enabled ? (
          <StopQuestion account={account} onClose={() => setAsking(false)} />
        ) : (
          <UseQuestion account={account} onClose={() => setAsking(false)} />
        ))}
    </li>
  )
}

/** Asks the provider, and says what came of it. Resolves to whether the account works. */
function useTrial({ pay_account_id: id, account_no: account }: PayAccount) {
  const t = useT(payAccountWords)
  const fault = useT(payTrialWords)
  const { mutateAsync, isPending } = useTryPayAccount()
  const tryIt = async (): Promise<boolean> => {
    const trial = await mutateAsync({ pay_account_id: id }).catch(() => undefined)
    // A notice has said why there is no answer.
    if (!trial) return false
    if (trial.works) notify('success', t(trial.signed ? 'works' : 'worksUnsigned', { account }))
    else {
      const said = trial.said === '' ? '' : t('said', { said: trial.said })
      const why = trial.why === null ? '' : fault(trial.why)
      notify('error', t('fails', { account }), { second: [why, said].filter(Boolean).join(' · ') })
    }
    return trial.works
  }
  return { tryIt, isTrying: isPending }
}

type QuestionProps = { account: PayAccount; onClose: () => void }

function useSwitching({ pay_account_id, rev, account_no: account }: PayAccount, onClose: () => void) {
  const t = useT(payAccountWords)
  const gate = useOperationGate()
  const { mutateAsync, isPending } = useSwitchPayAccount()
  const switchTo = (enabled: boolean): void => {
    gate
      .run((sign) => mutateAsync({ pay_account_id, rev, enabled, sign }))
      .then(
        () => notify('success', t(enabled ? 'used' : 'stopped', { account })),
        // A notice has said why, or the user turned back.
        () => undefined,
      )
      .finally(onClose)
  }
  return { switchTo, isSwitching: isPending }
}

/** Says where the money goes from now on, and tries the account before. */
function UseQuestion({ account, onClose }: QuestionProps) {
  const t = useT(payAccountWords)
  const ui = useT(uiWords)
  const provider = useT(payClientWords)(account.provider)
  const { tryIt, isTrying } = useTrial(account)
  const { switchTo, isSwitching } = useSwitching(account, onClose)
  const start = async (): Promise<void> => {
    if (await tryIt()) switchTo(true)
  }
  return (
    <Modal
      open
      centered
      width={440}
      title={t('useTitle', { account: account.account_no })}
      okText={t('useConfirm')}
      cancelText={ui('cancel')}
      confirmLoading={isTrying || isSwitching}
      onOk={() => void start()}
      onCancel={onClose}
    >
      {t('useText', { provider })}
    </Modal>
  )
}

function StopQuestion({ account, onClose }: QuestionProps) {
  const t = useT(payAccountWords)
  const { switchTo, isSwitching } = useSwitching(account, onClose)
  return (
    <DangerQuestion
      title={t('stopTitle', { account: account.account_no })}
      confirmLabel={t('stop')}
      isAtWork={isSwitching}
      onConfirm={() => switchTo(false)}
      onCancel={onClose}
    >
      {t('stopText')}
    </DangerQuestion>
  )
}
