import { Form } from 'antd'

import type { IntakeValues } from './intake-values.ts'

/** A value of the form as it is now, whether its field is on this step or not; undefined until the form has begun. */
export const useValue = <Name extends keyof IntakeValues>(name: Name) =>
  Form.useWatch<IntakeValues[Name] | undefined>(name, { preserve: true })
