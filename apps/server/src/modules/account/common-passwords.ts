import { md5 } from '../../kernel/passwords.ts'

/** The most common passwords, compared by md5 because clients send md5. */
const common = `
123456 1234567 12345678 123456789 1234567890 111111 000000 222222 333333 444444 555555 666666 777777 888888 999999
123123 112233 121212 123321 654321 987654321 159753 147258 147258369 456789 789456 741852963 110110 520520 5201314
11111111 00000000 88888888 66666666 12341234 11223344 123654 1314520 7758521 a123456 123456a a12345678 aa123456 qq123456
password password1 password123 passw0rd p@ssw0rd qwerty qwerty123 qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm 1qaz2wsx
q1w2e3r4 1q2w3e4r 1q2w3e qazwsx abc123 abcd1234 abcdef abcabc iloveyou woaini woaini1314 welcome welcome1 letmein
monkey dragon sunshine princess football baseball master shadow michael superman batman trustno1 whatever freedom
admin123 administrator admin1 root123 test123 testtest guest123 changeme secret123 hello123 computer internet samsung
google taobao alipay weixin wechat vending malaysia merdeka selamat sayang kuala123 china123 beijing shanghai
`

const digests = new Set(common.trim().split(/\s+/).map(md5))

export const isCommonPassword = (passwordMd5: string): boolean => digests.has(passwordMd5)
