import { z } from 'zod'

import { requiredText } from '../kernel/fields.ts'
import { EditOprPwd, minPasswordLength, ResetPwd, SignUp, ChangePwd } from './schemas.ts'

/**
 * What people type, where it differs from what travels: passwords in clear and typed twice. The page hashes the
 * password, drops the confirmation and sends the rest.
 */
const NewPassword = z
  .string()
  .min(1, { error: 'v:passwordRequired' })
  .min(minPasswordLength, { error: 'v:passwordShort' })
const Confirm = z.string().min(1, { error: 'v:confirmRequired' })

const confirmed = (form: { password: string; confirm: string }, issues: z.core.$RefinementCtx): void => {
  if (form.confirm !== '' && form.confirm !== form.password)
    issues.addIssue({ code: 'custom', path: ['confirm'], message: 'v:passwordsDiffer' })
}

export const LoginForm = z.object({
  username: requiredText(64).min(1, { error: 'v:usernameRequired' }),
  password: NewPassword,
})

export const SignUpForm = z
  .object({ ...SignUp.shape, password: NewPassword, confirm: Confirm })
  .omit({ sign: true, agent: true })
  .superRefine(confirmed)

export const ForgetForm = z
  .object({ ...ResetPwd.shape, password: NewPassword, confirm: Confirm })
  .superRefine(confirmed)

export const ChangePwdForm = z
  .object({ ...ChangePwd.shape, password: NewPassword, confirm: Confirm })
  .superRefine(confirmed)

export const OperationPwdForm = z
  .object({ old: z.string(), next: EditOprPwd.shape.new_oper_pwd, confirm: Confirm })
  .superRefine((form, issues) => {
    if (form.old !== '' && form.old === form.next)
      issues.addIssue({ code: 'custom', path: ['next'], message: 'v:sameOperation' })
    if (form.confirm !== '' && form.confirm !== form.next)
      issues.addIssue({ code: 'custom', path: ['confirm'], message: 'v:operationsDiffer' })
  })
