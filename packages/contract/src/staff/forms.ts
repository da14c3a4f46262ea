import { z } from 'zod'

import { Confirm, Password } from '../account/forms.ts'
import { OperationPin } from '../account/schemas.ts'
import { always } from '../kernel/rules.ts'
import { phoneToInvite, somethingChosen, SubUserEdit, SubUserInput } from './schemas.ts'

/** What users type where it differs from the request: the login password in clear, a new operation password twice. */
type Secrets = { password?: string | undefined; oper_pwd?: string | undefined }
const secretsDiffer = always<Secrets>(
  ({ password, oper_pwd: pin }) => !pin || pin !== password,
  'oper_pwd',
  'v:sameAsLogin',
)

export const SubUserForm = z
  .strictObject({ ...SubUserInput.shape, password: Password.optional() })
  .check(somethingChosen, secretsDiffer, phoneToInvite)

/** An empty password means that it stays as it is. */
export const SubUserEditForm = z
  .strictObject({ ...SubUserEdit.shape, password: Password.optional() })
  .omit({ sign: true })
  .check(somethingChosen, secretsDiffer)

type Pins = { next?: string; confirm?: string }
export const ResetOperationPwdForm = z
  .strictObject({ next: OperationPin, confirm: Confirm })
  .check(always<Pins>(({ next, confirm }) => !confirm || confirm === next, 'confirm', 'v:operationsDiffer'))
