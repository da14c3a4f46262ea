/** Texts that the specification quotes, copied by hand: they are shown word for word in English. */
import { errorText, ruleText } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { slotWords } from './entities/slot/slot-words.ts'
import { operationPasswordWords } from './features/account/change-operation-password-words.ts'
import { publicWords } from './features/account/public-words.ts'
import { bindWords } from './features/machines/bind-words.ts'
import { clientWords } from './lib/client-words.ts'

const en = 'en-US'

test.each([
  [ruleText(en, 'mainlandPhone'), 'Invalid mobile number'],
  [ruleText(en, 'sixDigits'), 'only 6 digits'],
  [ruleText(en, 'sameOperation'), 'new and old cannot be the same'],
  [ruleText(en, 'operationsDiffer'), 'The new secure passwords are different'],
  [ruleText(en, 'accountTaken'), 'this account is existing, please write another'],
  [ruleText(en, 'invalidCode'), 'Invalid verification'],
  [errorText(en, 'credentials'), 'Invalid username or password'],
  [errorText(en, 'codeWrong'), 'verification code wrong'],
  [errorText(en, 'codeInvalid'), 'Invalid verification'],
  [errorText(en, 'phoneUnknown'), 'The phone number is invalid or unregistered'],
  [errorText(en, 'cannotReset'), 'Your account is not supported, please contact the staff'],
  [errorText(en, 'offline'), 'The device is offline'],
  [errorText(en, 'boundElsewhere'), 'Binding Error'],
  [errorText(en, 'unknownDevice'), 'Unknown Device'],
  [clientWords[en].readTimeout, 'request timeout, please refresh'],
  [clientWords[en].changeTimeout, 'Request timeout, please retry'],
  [publicWords[en].loginSuccess, 'login success'],
  [operationPasswordWords[en].saved, 'saved'],
  [slotWords[en].loadFailed, 'Loading inventories failed, try again'],
  [bindWords[en].bindingError, 'Binding Error'],
  [bindWords[en].unknownDevice, 'Unknown Device'],
  [bindWords[en].wechatOnly, 'Please use it in the WeChat client'],
])('%j is the text of the specification', (shown, quoted) => {
  expect(shown).toBe(quoted)
})
