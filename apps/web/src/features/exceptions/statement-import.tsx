import {
  caseFieldWords,
  exceptionCalls,
  type ImportedStatement,
  statementDaysBack,
  statementLinesAtMost,
  statementUpload,
} from '@slotwise/contract'
import { Button, Drawer } from 'antd'
import { Link } from 'react-router'

import { PayClientTag } from '../../entities/bill/pay-client.tsx'
import { useT } from '../../lib/i18n.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import '../../ui/form-drawer.css'
import { Money, useMoneyTitle } from '../../ui/money.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { ChooseSheet } from '../../ui/sheet-import/choose-sheet.tsx'
import { useSheet } from '../../ui/sheet-import/use-sheet.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { caseWords } from './case-words.ts'

/** The statement of an own account is chosen, compared at once, and what came of it is shown. */
export function StatementImport({ onClose }: { onClose: () => void }) {
  const t = useT(caseWords)
  const isPhone = useIsPhone()
  const sheet = useSheet(exceptionCalls.importStatement, 'statementUnknown')
  useFocusReturn()
  const { preview: imported } = sheet
  const limits = {
    mb: statementUpload.maxBytes / 1_048_576,
    lines: statementLinesAtMost.toLocaleString('en-US'),
    days: statementDaysBack,
  }
  return (
    <Drawer
      open
      title={t('importStatement')}
      size={isPhone ? '100%' : 520}
      onClose={onClose}
      footer={
        imported && (
          <div className="sw-form-drawer-buttons">
            <Button onClick={sheet.forget}>{t('nextStatement')}</Button>
            <Button type="primary" onClick={onClose}>
              {t('closeImport')}
            </Button>
          </div>
        )
      }
    >
      {imported ? (
        <Outcome of={imported} />
      ) : (
        <ChooseSheet
          intro={t('importIntro')}
          limits={statementUpload}
          endings=".csv"
          maxRows={statementLinesAtMost}
          says={{ choose: t('chooseStatement'), limits: t('statementLimits', limits) }}
          sheet={sheet}
        >
          {t('statementAgain')}
        </ChooseSheet>
      )}
    </Drawer>
  )
}

function Outcome({ of }: { of: ImportedStatement }) {
  const t = useT(caseWords)
  const field = useT(caseFieldWords)
  const inMoney = useMoneyTitle()
  const { day, client, account, lines, matched, differing, strangers, ours, theirs } = of
  return (
    <div className="sw-case-facts">
      {differing === 0 ? (
        <Alert tone="success">{t('statementSame')}</Alert>
      ) : (
        <Alert tone="warning">
          {t('statementDiffers', { count: differing })}{' '}
          <Link className="sw-link" to={`/exceptions?kind=books_differ&from=${day}&to=${day}`}>
            {t('toDifferences')}
          </Link>
        </Alert>
      )}
      <Facts label={t('importStatement')}>
        <Fact name={t('day')}>
          <time className="sw-figures">{day}</time>
        </Fact>
        <Fact name={field('client')}>
          <PayClientTag client={client} />
        </Fact>
        <Fact name={t('account')}>
          <span className="sw-figures">{account.account_no}</span>
        </Fact>
        <Fact name={t('lines')}>{lines}</Fact>
        <Fact name={t('matched')}>{matched}</Fact>
        <Fact name={t('differing')}>{differing}</Fact>
        {strangers > 0 && <Fact name={t('strangers')}>{strangers}</Fact>}
        <Fact name={inMoney(t('paid'))}>
          <Money cents={theirs.paid} /> / <Money cents={ours.paid} />
        </Fact>
        <Fact name={inMoney(t('refunded'))}>
          <Money cents={theirs.refunded} /> / <Money cents={ours.refunded} />
        </Fact>
      </Facts>
    </div>
  )
}
