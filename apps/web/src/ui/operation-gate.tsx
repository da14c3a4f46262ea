import { accountCalls } from '@slotwise/contract'
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react'

import { CallError } from '../lib/client.ts'
import { lazyDialog } from '../lib/lazy.ts'
import { md5 } from '../lib/md5.ts'
import { notify } from '../lib/notices.ts'
import { turnedBack, withOperationSign } from '../lib/operation-sign.ts'
import { useChange } from '../lib/query.ts'
import { saveOperationSign, useSession } from '../lib/session.ts'

// Forms and dialogs of antd are not needed before the first sensitive action.
const AskPassword = lazyDialog(async () => (await import('./operation-dialogs.tsx')).AskPassword)
const AskMainAccount = lazyDialog(async () => (await import('./operation-dialogs.tsx')).AskMainAccount)

/**
 * The gate before sensitive actions. `run` passes an authorization to the action: the stored one, or one that the user
 * gets by entering the operation password in a dialog. The action then goes on by itself. When the user cancels, it
 * fails silently.
 */
export type OperationGate = {
  run: <Result>(action: (sign: string) => Promise<Result>) => Promise<Result>
}

const GateContext = createContext<OperationGate | undefined>(undefined)

export function useOperationGate(): OperationGate {
  const gate = useContext(GateContext)
  if (!gate) throw new Error('There is no OperationGateProvider around this page')
  return gate
}

type NewPasswordProps = { onSaved: (password: string) => void; onClose: () => void }
type Asking = { pass: (sign: string) => void; turnBack: () => void }

type OperationGateProviderProps = {
  /** The form in which a main account sets its first operation password. */
  FirstPassword: ComponentType<NewPasswordProps>
  /** The form in which a main account that forgot its operation password sets a new one. */
  ForgottenPassword: ComponentType<NewPasswordProps>
  children: ReactNode
}

export function OperationGateProvider({ children, ...forms }: OperationGateProviderProps) {
  const [asking, setAsking] = useState<Asking>()
  const pending = useRef<Promise<string>>(undefined)
  const gate = useMemo<OperationGate>(() => {
    // Two actions at once wait for the same password.
    const ask = (): Promise<string> =>
      (pending.current ??= new Promise<string>((pass, fail) =>
        setAsking({ pass, turnBack: () => fail(turnedBack()) }),
      ).finally(() => {
        pending.current = undefined
        setAsking(undefined)
      }))
    return { run: (action) => withOperationSign(action, ask) }
  }, [])
  return (
    <GateContext value={gate}>
      {children}
      {asking && <Gate {...asking} {...forms} />}
    </GateContext>
  )
}

type GateProps = Asking & Pick<OperationGateProviderProps, 'FirstPassword' | 'ForgottenPassword'>

/** Which dialog is shown depends on the user as of the moment when the gate opened. */
function Gate({ pass, turnBack, FirstPassword, ForgottenPassword }: GateProps) {
  const session = useSession()
  const [hasPassword] = useState(session?.hasOperPwd ?? false)
  const unlock = useUnlock(pass)
  const saved = useRef(false)
  const [isForgotten, setForgotten] = useState(false)
  if (hasPassword && !isForgotten) {
    const forgotten = session?.isMain && { onForgotten: () => setForgotten(true) }
    return <AskPassword onUnlock={unlock} onClose={turnBack} {...forgotten} />
  }
  if (!session?.isMain) return <AskMainAccount onClose={turnBack} />
  const goOn = (password: string): void => {
    saved.current = true
    unlock(password).catch((error: unknown) => {
      if (error instanceof CallError) notify('error', error.message)
      turnBack()
    })
  }
  const leave = (): void => {
    if (!saved.current) turnBack()
  }
  if (isForgotten) {
    const ask = (): void => {
      if (!saved.current) setForgotten(false)
    }
    return <ForgottenPassword onSaved={goOn} onClose={ask} />
  }
  return <FirstPassword onSaved={goOn} onClose={leave} />
}

function useUnlock(pass: (sign: string) => void) {
  const { mutateAsync } = useChange(accountCalls.checkOprPwd, { inline: true })
  return async (password: string): Promise<void> => {
    const { sign, exp } = await mutateAsync({ password: md5(password) })
    saveOperationSign(sign, exp)
    pass(sign)
  }
}
