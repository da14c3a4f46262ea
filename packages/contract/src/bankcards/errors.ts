import { errors } from '../kernel/errors.ts'

export const bankCardErrors = errors({
  bankCardClosed: [
    103,
    '银行卡正在审核或已通过，不能修改',
    '銀行卡正在審核或已通過，不能修改',
    'The bank card is under review or approved and cannot be changed',
  ],
  bankCardKept: [
    103,
    '该银行卡曾通过审核，可能有资金记在其名下，不能撤回。请修改后重新提交。',
    '該銀行卡曾通過審核，可能有資金記在其名下，不能撤回。請修改後重新提交。',
    'This bank card was approved before, so money may be booked to it and it cannot be withdrawn. Correct it and submit it again.',
  ],
  bankCardsFull: [
    103,
    '最多可提交 {count} 张银行卡',
    '最多可提交 {count} 張銀行卡',
    'At most {count} bank cards can be submitted',
  ],
  bankPhotosFull: [
    103,
    '有 {count} 张照片尚未提交，请先提交或明天再试',
    '有 {count} 張照片尚未提交，請先提交或明天再試',
    '{count} photos were uploaded but not submitted. Submit them, or try again tomorrow.',
  ],
  photoNotLandscape: [
    100,
    '请上传横向照片（宽大于高）',
    '請上傳橫向照片（寬大於高）',
    'The photo must be landscape (wider than high)',
  ],
})
