/**
 * Names that claim somebody else's authority, and names that do not. The creator is called Mira Vale, with the user name `mira`.
 */
export const authority = {
  names: {
    honest: `
      Miranda
      Mira Fan
      Valerie
      Commodore
      Modern Family
      Staffan
      Robot
      Botticelli
      Systema
      Brimstone
      Ada Twitchell
      Supporter
      Unofficial fan
      Stripey Socks
      Vernon Warner
      Officer Jenny
      Livia
      Mirabel
      Miracle Max
      Mila
      Iris
      Realm Walker
      Rob Otter
      Hostile Hal
      Steamboat
      Teamwork Tom
    `,
    hostile: `
      Brimful → “Brimful”
      Вrіmful → “Вrіmful”
      B r i m f u l → “B r i m f u l”
      BRIMFUL support → “BRIMFUL support”
      Brim\u200bful → “Brimful”
      Brlmful Staff → “Brlmful Staff”
      Mira Vale → “Mira Vale”
      mira_vale → “mira_vale”
      ＭＩＲＡ → “ＭＩＲＡ”
      M1ra → “M1ra”
      Мirа → “Мirа”
      Mod → “Mod”
      M0d → “M0d”
      Moderator → “Moderator”
      Мoderator → “Мoderator”
      Admin → “Admin”
      The Admin → “The Admin”
      “Admin” → “Admin”
      Twitch Staff → “Twitch Staff”
      YouTube → “YouTube”
      PayPal Support → “PayPal Support”
      Nightbot → “Nightbot”
      N1ghtbot → “N1ghtbot”
      StreamElements → “StreamElements”
      Streamlabs → “Streamlabs”
      System → “System”
      Модератор → “Модератор”
      管理员 → “管理员”
      ModTeam → “ModTeam”
      Moderation → “Moderation”
      Mod1 → “Mod1”
      Admin99 → “Admin99”
      BrimfuI → “BrimfuI”
      Brimfu1 → “Brimfu1”
      Brlmful → “Brlmful”
      Brirnful → “Brirnful”
      br¡mful → “br¡mful”
      ʙʀɪᴍꜰᴜʟ → “ʙʀɪᴍꜰᴜʟ”
      rnod → “rnod”
      Tvvitch → “Tvvitch”
      TWlTCH → “TWlTCH”
      Mlra → “Mlra”
      Mira Va1e → “Mira Va1e”
      Mira VaIe → “Mira VaIe”
      rnira → “rnira”
      The Real Mira Vale → “The Real Mira Vale”
      itsmira → “itsmira”
      MiraTV → “MiraTV”
      xX_mira_Xx → “xX_mira_Xx”
      mira_2 → “mira_2”
      Mira Vale (owner) → “Mira Vale (owner)”
      Streamer → “Streamer”
      Broadcaster → “Broadcaster”
      Stream Elements → “Stream Elements”
      Stream Labs → “Stream Labs”
      StreamEIements → “StreamEIements”
      Nlghtbot → “Nlghtbot”
      TwitchSupport → “TwitchSupport”
      PayPalHelp → “PayPalHelp”
      YouTubeTeam → “YouTubeTeam”
      M o d → “M o d”
      A d m i n → “A d m i n”
      m_o_d → “m_o_d”
      M.o.d → “M.o.d”
      🇲 🇴 🇩 → “🇲 🇴 🇩”
      modérateur → “modérateur”
      Moderatore → “Moderatore”
      Administrador → “Administrador”
      モデレーター → “モデレーター”
      運営 → “運営”
      客服 → “客服”
      официальный → “официальный”
      رسمي → “رسمي”
      תמיכה → “תמיכה”
      Мод → “Мод”
      Staff™ → “Staff™”
      Mo\u0007d → “Mod”
    `,
  },
}
