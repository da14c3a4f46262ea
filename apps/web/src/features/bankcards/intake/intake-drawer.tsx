import { type BankCard, bankCardCalls, type BankDraft, type List } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'

import type { CallError } from '../../../lib/client.ts'
import { useT } from '../../../lib/i18n.tsx'
import { notify } from '../../../lib/notices.ts'
import { useOne } from '../../../lib/query.ts'
import { useSession } from '../../../lib/session.ts'
import { Alert } from '../../../ui/plain/alert.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx'
import { isElsewhere, useEditedRow } from '../../../ui/use-edited-row.ts'
import { useFocusReturn } from '../../../ui/use-focus-return.ts'
import { useIsPhone } from '../../../ui/use-media.ts'
import { useBankDraft } from '../api.ts'
import '../bank-cards.css'
import { PhotoStep } from '../photos/photo-step.tsx'
import { uploadedIn } from '../photos/use-photos.ts'
import type { DraftSaver, DraftState } from './draft-saver.ts'
import { IntakeForm } from './intake-form.tsx'
import { IntakeSteps, type Step } from './intake-steps.tsx'
import { cardOfDraft, newValues, valuesOfCard, valuesOfDraft } from './intake-values.ts'
import { intakeWords } from './intake-words.ts'
import { SentAgain } from './kept-hint.ts'
import { useDraftSaving } from './use-draft-saving.ts'

type IntakeDrawerProps = {
  /** The card to send again or to add photos to; undefined for a new one. */
  cardId: string | undefined
  /** Begins with the photos, because all fields are filled. */
  photosOnly?: boolean
  cards: UseQueryResult<List<BankCard>, CallError>
  onClose: () => void
}

const idOf = ({ merchant_id: id }: BankCard): string => id

/** Hands in a bank card: merchant, account, photos. */
export function IntakeDrawer({ cardId, photosOnly = false, cards, onClose }: IntakeDrawerProps) {
  const t = useT(intakeWords)
  const draft = useBankDraft({ staleTime: 0 })
  const asked = { id: cardId ?? 'add', idOf, shown: cards }
  const alone = useOne(bankCardCalls.getMerchant, asked.id, isElsewhere(asked))
  const { row: card } = useEditedRow({ ...asked, alone, onMissing: onClose })
  const { saver, state } = useDraftSaving()
  const { requestLeave, leaveSaved, question } = useUnsavedGuard(state === 'failed', onClose)
  const leave = async (): Promise<void> => {
    if (await saver.flush()) leaveSaved()
    else requestLeave()
  }
  const title = cardId === undefined ? 'addTitle' : photosOnly ? 'photosTitle' : 'againTitle'
  const isReady = draft.isFetchedAfterMount && draft.data !== undefined && (cardId === undefined || card)
  return (
    <IntakeFrame
      title={t(title, { name: card?.mch_name ?? '' })}
      extra={<DraftNote state={state} />}
      onClose={() => void leave()}
    >
      {isReady ? (
        <Intake
          {...{ photosOnly, saver }}
          card={card}
          draft={draft.data.draft}
          onLater={() => void leave()}
          onDone={leaveSaved}
        />
      ) : (
        <div className="sw-intake-body">
          {draft.isError ? (
            <ErrorState
              error={draft.error}
              retrying={draft.isFetching}
              onRetry={() => void draft.refetch()}
            />
          ) : (
            <IntakeSkeleton />
          )}
        </div>
      )}
      {question}
    </IntakeFrame>
  )
}

function IntakeSkeleton() {
  return (
    <div className="sw-intake-skeleton" role="status" aria-busy="true">
      {Array.from({ length: 8 }, (_line, line) => (
        <span key={line} className="sw-bone" />
      ))}
    </div>
  )
}

type IntakeProps = {
  card: BankCard | undefined
  photosOnly: boolean
  draft: BankDraft | null
  saver: DraftSaver
  onLater: () => void
  onDone: () => void
}

function Intake({ card: sentAgain, photosOnly, draft, saver, onLater, onDone }: IntakeProps) {
  const t = useT(intakeWords)
  const session = useSession()
  // Taken when the form opens: later saves do not change the form. Null once it is discarded.
  const [taken, setTaken] = useState(draft)
  const isOfThis = taken !== null && cardOfDraft(taken) === sentAgain?.merchant_id
  const resumed = isOfThis && taken.step < 2 && !photosOnly ? taken : undefined
  const [step, setStep] = useState<Step>(photosOnly ? 2 : resumed?.step === 1 ? 1 : 0)
  const [card, setCard] = useState(photosOnly ? sentAgain : undefined)
  const begin = sentAgain
    ? valuesOfCard(sentAgain)
    : newValues({ mchName: session?.mchName ?? '', phone: session?.isMain ? session.username : '' })
  const discard = (): void => {
    void saver.forget()
    setTaken(null)
    setStep(0)
  }
  return (
    <SentAgain value={sentAgain}>
      <IntakeSteps current={step} />
      {step === 2 && card ? (
        <PhotoStep
          {...{ card, saver, onLater }}
          uploaded={isOfThis && taken.step === 2 ? uploadedIn(taken) : {}}
          onDone={() => {
            notify('success', t('sent'))
            onDone()
          }}
        />
      ) : (
        <IntakeForm
          key={taken === null ? 'new' : 'resumed'}
          {...{ saver, onLater }}
          country={session?.country ?? 'CN'}
          step={step === 1 ? 1 : 0}
          initial={resumed ? valuesOfDraft(resumed, begin) : begin}
          card={sentAgain}
          notes={
            <Notes
              reason={sentAgain?.reason}
              draft={resumed ? 'resumed' : taken !== null && !isOfThis && step === 0 ? 'other' : undefined}
              onDiscard={discard}
            />
          }
          onStep={setStep}
          onHandedIn={(handedIn) => {
            setCard(handedIn)
            setStep(2)
          }}
        />
      )}
    </SentAgain>
  )
}

type IntakeFrameProps = { title: string; extra?: ReactNode; onClose: () => void; children: ReactNode }

function IntakeFrame({ title, extra, onClose, children }: IntakeFrameProps) {
  const isPhone = useIsPhone()
  useFocusReturn()
  return (
    <Drawer
      open
      rootClassName="sw-form-drawer sw-intake"
      title={title}
      extra={extra}
      size={isPhone ? '100%' : 600}
      onClose={onClose}
    >
      {children}
    </Drawer>
  )
}

const draftNotes = { waiting: 'draftSaving', saved: 'draftSaved', failed: 'draftFailed' } as const

function DraftNote({ state }: { state: DraftState }) {
  const t = useT(intakeWords)
  if (state === 'unchanged') return null
  return (
    <small className={state === 'failed' ? 'sw-intake-draft is-failed' : 'sw-intake-draft'} role="status">
      {t(draftNotes[state])}
    </small>
  )
}

type NotesProps = {
  reason: string | undefined
  draft: 'resumed' | 'other' | undefined
  onDiscard: () => void
}

function Notes({ reason, draft, onDiscard }: NotesProps) {
  const t = useT(intakeWords)
  if (!reason && !draft) return null
  return (
    <div className="sw-intake-notes">
      {reason && <Alert tone="warning">{t('reasonIs', { reason })}</Alert>}
      {draft === 'resumed' && (
        <Alert
          tone="info"
          second={
            <Button size="small" onClick={onDiscard}>
              {t('discardDraft')}
            </Button>
          }
        >
          {t('draftResumed')}
        </Alert>
      )}
      {draft === 'other' && <Alert tone="info">{t('otherDraft')}</Alert>}
    </div>
  )
}
