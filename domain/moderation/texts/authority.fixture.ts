/** Names that claim somebody else's authority. The creator is Mira Vale, `mira`. */
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
    `,
  },
}
