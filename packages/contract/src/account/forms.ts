import { z } from 'zod'

import { text } from '../kernel/fields.ts'
import { always } from '../kernel/rules.ts'
import {
  AcceptInvitation,
  ChangePwd,
  EditOprPwd,
  minPasswordLength,
  phoneFitsCountry,
  ResetOprPwd,
  ResetPwd,
  SignUp,
} from './schemas.ts'

/**
 * What users type where it differs from the request: passwords are typed in clear and twice. The page hashes the
 * password, drops the confirmation and sends the rest.
 */
export const Password = z
  .string()
  .min(1, { error: 'v:passwordRequired' })
  .min(minPasswordLength, { error: 'v:passwordShort' })
export const Confirm = z.string().min(1, { error: 'v:confirmRequired' })

type Twice = { password?: string; confirm?: string }
const typedTwice = always<Twice>(
  ({ password, confirm }) => !confirm || confirm === password,
  'confirm',
  'v:passwordsDiffer',
)

export const LoginForm = z.object({
  username: text(64).min(1, { error: 'v:usernameRequired' }),
  password: Password,
})

export const SignUpForm = z
  .object({ ...SignUp.shape, password: Password, confirm: Confirm })
  .omit({ sign: true, agent: true })
  .check(...phoneFitsCountry, typedTwice)

export const ForgetForm = z
  .object({ ...ResetPwd.shape, password: Password, confirm: Confirm })
  .check(typedTwice)

export const InvitationForm = z
  .object({ ...AcceptInvitation.shape, password: Password, confirm: Confirm })
  .check(typedTwice)

export const ChangePwdForm = z
  .object({ ...ChangePwd.shape, password: Password, confirm: Confirm })
  .check(typedTwice)

type Pins = { old?: string; next?: string; confirm?: string }
const operationPwdForm = (old: z.ZodString) =>
  z.object({ old, next: EditOprPwd.shape.new_oper_pwd, confirm: Confirm }).check(
    always<Pins>(({ old, next }) => !old || old !== next, 'next', 'v:sameOperation'),
    always<Pins>(({ confirm, next }) => !confirm || confirm === next, 'confirm', 'v:operationsDiffer'),
  )

/** Setting the first operation password needs no old one; changing it does. */
export const SetOperationPwdForm = operationPwdForm(z.string())
export const ChangeOperationPwdForm = operationPwdForm(z.string().min(1, { error: 'v:required' }))

/** The forgotten operation password, typed twice. */
export const ForgotOperationPwdForm = z
  .object({ ...ResetOprPwd.shape, password: Password, confirm: Confirm })
  .check(
    always<{ new_oper_pwd?: string; confirm?: string }>(
      ({ confirm, new_oper_pwd: next }) => !confirm || confirm === next,
      'confirm',
      'v:operationsDiffer',
    ),
  )
