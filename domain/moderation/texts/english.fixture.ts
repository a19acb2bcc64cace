/**
 * English names and messages for tests of the censor: those of honest supporters, and hostile ones, each with its censored form.
 */
export const english = {
  names: {
    honest: `
      Grace
      Mr.Beast
      MrBeast
      will.i.am
      D.Va
      Dr.No
      J.R.R. Tolkien
      J. R. Hartley
      Dr. Mira Vale
      St. Vincent
      Scunthorpe Steve
      Penistone Pete
      Dick Grayson
      Moby Dick
      Cassandra
      Hancock
      Dickinson
      Cockburn
      Essex Emma
      Matsushita
      Shitake
      Arsenal Fan
      Peacock
      Niger Delta
      Nigeria
      Nigel
      Lass O'Connor
      O’Neil
      xX_grace_Xx
      Gr8ful 4ever
      455
      A55A
      Ada & Grace
      Node.js fan
      v1.5
      Mr. T
      P!nk
      Ke$ha
      deadmau5
      A$AP Rocky
      Anonymous Fox
      Modest Mouse
      Model T
      Admiral Ackbar
      Botany Bay
      Staffordshire
    `,
    hostile: `
      nigger → Anonymous
      N1gg3r → Anonymous
      n i g g e r → Anonymous
      n.i.g.g.e.r → Anonymous
      nigg\u200ber → Anonymous
      ni\u00adgger → Anonymous
      niiiigger → Anonymous
      nιggеr → Anonymous
      𝓷𝓲𝓰𝓰𝓮𝓻 → Anonymous
      ｎｉｇｇｅｒ → Anonymous
      f@ggot → Anonymous
      FaGGoTs → Anonymous
      k1ke → Anonymous
      Kill Yourself → Anonymous
      KYS → Anonymous
      k y s → Anonymous
      heil hitler → Anonymous
      s i e g heil, Sieg Heil → Anonymous
      tr4nny → Anonymous
      r3tard → Anonymous
      ret-ard → Anonymous
      white power → Anonymous
      gas the jews → Anonymous
      f.u.c.k you → ******* you
      fuck you → **** you
      FUCKER69 → ********
      fuuuuuck → ********
      f u c k → * * * *
      phuck off → ***** off
      fμck → ****
      fück → ****
      motherfucker → ************
      sh1t → ****
      $hit → ****
      sh.it → [link]
      sh-it → *****
      a$$hole → *******
      b!tch → *****
      B1tchboy → ********
      cunt → ****
      c\u0336u\u0336n\u0336t\u0336 → ********
      Big Cock → *** ****
      suck my dick → **** ** ****
      Pussy → *****
      wh0re → *****
      wanker → ******
      dickhead → ********
      tw@t → ****
      cumshot → *******
      pornhub → *******
      fu\u0007ck → ****
      ꜰᴜᴄᴋ → ****
      fvck → ****
      n¡gger → Anonymous
      NlGGER → Anonymous
      KillYourself → Anonymous
      \u{1D159}\u{1D159} → Anonymous
      \u{13441} → Anonymous
      \ufffc → Anonymous
      G\u0336\u0321\u0317\u0353race → G\u0336\u0321race
      ก็็็็็็็็็็ → ก็็็็
    `,
  },
  messages: {
    honest: `
      Loved the stream, keep going!
      It's cold in Scunthorpe tonight
      We assessed the assets of the class
      Pass the grass, classic bass
      Connect every dot to win
      She wore a polka dot dress
      The dot in the middle is me
      I love it. Me too!
      Thanks. So good.
      Wait... is it over?
      Party at 7 p.m. in the usual place
      E.g. this one, i.e. that one
      Version 1.2.3 is out
      Costs $5.50 or £7.50
      It was 10.5 out of 10
      Maine coon cats are the best
      There is a chink in the armor
      My Maine coon says hi
      Analysis of the cocktail menu
      A shitake mushroom risotto
      Raccoons and tycoons
      Therapist appointment tomorrow
      Hello from Middlesex and Sussex
      The ban hammer of the mod was fair
      Dick Van Dyke is a legend
      Grape juice, grapefruit and rapeseed
      Titanic was a great title
      Circumstances accumulate documents
      That was a shot in the dark
      No. 1 fan here
      U.S. and U.K. fans unite
      Vitamin C, vitamin D
      Happy Birthday!!! 🎉🎉
      a b c d e f g
      G G W P
      Let's go! Let's go! Let's go!
      hmmm, zzz, brrr, woooooow
      sooooo goooood
      I hate Mondays
      You killed it today!
      The boss will die soon
      Dying of laughter
      What a shame
      Such a beautiful voice
      The www era was more fun
      That took 5.5s, new record
      Discord was down, gg everyone
      c o o l stream
      Dot your i's and cross your t's
      A dash-dot-dash in Morse code
    `,
    hostile: `
      see https://evil.com/x?y=1 now → see [link] now
      evil.com → [link]
      Free at WWW.Evil.Co.UK/bits ! → Free at [link] !
      evil。com → [link]
      evil．com → [link]
      http://127.0.0.1:8080/a → [link]
      10.0.0.1 → [link]
      javascript://alert → [link]
      münchen.de:81 → [link]
      evil dot shop → [link]
      evil dot com → [link]
      evil [dot] com → [link]
      evil(dot)com → [link]
      evil (.) com → [link]
      evil . com → [link]
      evil. com → [link]
      evil .gg → [link]
      go to evil d0t com now → go to [link] now
      discord.gg/abc → [link]
      t.me/evil → [link]
      x.com/evil → [link]
      bit.ly/3xyz → [link]
      еvil．com → [link]
      evil.соm → [link]
      evil\u200b.com → [link]
      ev\u00adil.com → [link]
      evil.\u200dcom → [link]
      e-vil.co.uk → [link]
      evil.xn--p1ai → [link]
      пример.рф → [link]
      me@evil.com → [link]
      mailto:me@evil.org → mailto:[link]
      twitch.tv/evil → [link]
      Free skins at my-skins.ru!! → Free skins at [link]!!
      (evil.com) → ([link])
      evil.com. Bye → [link]. Bye
      a evil.com b evil.net → a [link] b [link]
      what the fuck → what the ****
      you stupid bitch → you stupid *****
      holy shit! → holy ****!
      this is bullshit. → this is ********.
      clusterfuck → ***********
      unfuckingbelievable → *******************
      go kill yourself → null
      k.y.s → null
      please drink bleach → null
      you are a retard → null
      all n-i-g-g-e-r-s → null
      nigga please → null
      send nudes → **** *****
      k i l l y o u r s e l f → null
      see evil·com now → see [link] now
      evil․com → [link]
      evil﹒com → [link]
      evil‧com/x → [link]
      evilꓸcom → [link]
      EVIL.C0M → [link]
      www evil com → [link]
      evil-dot-com → [link]
      evil_dot_com → [link]
      go to e v i l . c o m → go to [link]
      see evil (dot) c o m → see [link]
      see evil.c o m → see [link]
      join discord gg/abc → join [link]
      \u200b\u200b → null
      \u3164\u3164 → null
    `,
  },
}
