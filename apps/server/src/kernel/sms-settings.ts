/** Settings of the vendors of text messages: all of a vendor or none. */
import { z } from 'zod'

import type { SmsConfig } from '../ports/sms/sms.ts'
import { type Env, parseSettings } from './settings.ts'

const needed = z.string('is needed to send text messages')
const template = (value: string): boolean => /^SMS_\d{1,20}$/.test(value)
const templateForm = 'must be the number of a template, such as SMS_123456789'
const neededTemplate = needed.refine(template, templateForm)

const aliyunFields = z.object({
  ALIYUN_ACCESS_KEY_ID: needed.regex(/^[\w.-]{1,128}$/, 'must be the public half of a key'),
  ALIYUN_ACCESS_KEY_SECRET: needed,
  ALIYUN_SMS_SIGN: needed,
  ALIYUN_SMS_TEMPLATE_SIGNUP: neededTemplate,
  ALIYUN_SMS_TEMPLATE_RESET: neededTemplate,
  ALIYUN_SMS_TEMPLATE_HEADER: neededTemplate,
  ALIYUN_SMS_TEMPLATE_OPERATION: neededTemplate,
  ALIYUN_SMS_TEMPLATE_INVITE: z.string().refine(template, templateForm).optional(),
  ALIYUN_SMS_TEMPLATE_PHONE: z.string().refine(template, templateForm).optional(),
})
const Aliyun = aliyunFields.transform((env) => ({
  accessKeyId: env.ALIYUN_ACCESS_KEY_ID,
  accessKeySecret: env.ALIYUN_ACCESS_KEY_SECRET,
  signName: env.ALIYUN_SMS_SIGN,
  templates: {
    signup: env.ALIYUN_SMS_TEMPLATE_SIGNUP,
    reset: env.ALIYUN_SMS_TEMPLATE_RESET,
    header: env.ALIYUN_SMS_TEMPLATE_HEADER,
    operation: env.ALIYUN_SMS_TEMPLATE_OPERATION,
    invite: env.ALIYUN_SMS_TEMPLATE_INVITE,
    phone: env.ALIYUN_SMS_TEMPLATE_PHONE,
  },
}))

const twilioFields = z.object({
  TWILIO_ACCOUNT_SID: needed.regex(/^AC[\da-f]{32}$/i, 'must be AC and 32 hexadecimal digits'),
  TWILIO_AUTH_TOKEN: needed,
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{6,14}|(?=.*[A-Za-z])[\dA-Za-z ]{1,11})$/,
      'must be a number such as +15550001111, or a name of at most 11 letters; a messaging service is TWILIO_MESSAGING_SERVICE_SID',
    )
    .optional(),
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(/^MG[\da-f]{32}$/i, 'must be MG and 32 hexadecimal digits')
    .optional(),
})
const Twilio = twilioFields
  .refine((env) => env.TWILIO_FROM ?? env.TWILIO_MESSAGING_SERVICE_SID, {
    message: 'either TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID is needed to send text messages',
  })
  .refine((env) => env.TWILIO_FROM === undefined || env.TWILIO_MESSAGING_SERVICE_SID === undefined, {
    message:
      'set only one of TWILIO_FROM and TWILIO_MESSAGING_SERVICE_SID: a messaging service chooses the number',
  })
  .transform((env) => ({
    accountSid: env.TWILIO_ACCOUNT_SID,
    authToken: env.TWILIO_AUTH_TOKEN,
    // A messaging service chooses the number by itself.
    sender:
      env.TWILIO_MESSAGING_SERVICE_SID === undefined
        ? { from: env.TWILIO_FROM ?? '' }
        : { messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID },
  }))

const isAnySet = (fields: z.ZodObject, env: Env): boolean =>
  Object.keys(fields.shape).some((name) => env[name] !== undefined)

export const readSms = (env: Env): SmsConfig => ({
  ...(isAnySet(aliyunFields, env) && { aliyun: parseSettings(Aliyun, env) }),
  ...(isAnySet(twilioFields, env) && { twilio: parseSettings(Twilio, env) }),
})
