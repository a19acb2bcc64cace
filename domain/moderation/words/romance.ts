/** Listed words in French, Spanish, Portuguese, Italian and Romanian. `index.ts` defines the levels. */
export const romance = {
  severe: `
    nègre, nègres, négresse*, bougnoul*, bicot, bicots, youpin*, youtre*, pédé, pédés, tapette, tapettes, tarlouze*, gouine*,
    sale arabe*, sales arabes, sale juif*, sales juifs, sale noir*, sales noirs, sale race, suicide toi, suicide-toi, tue toi,
    tue-toi, va mourir, va crever, pends toi, pends-toi, mongolien*, bamboula*, chinetoque*, face de citron, 
    maricón*, maricones, marica, maricas, sudaca*, negro de mierda, negra de mierda, puto negro, puta negra,
    moro de mierda, judío de mierda, tortillera*, bollera*, mátate, muérete, suicídate, travelo*, subnormal*, mongólico*,
    ojalá te mueras, pégate un tiro,
    viado, viados, paneleiro*, sapatão, preto de merda, preta de merda, seu macaco, sua macaca, traveco*, retardado*, mongoloide*,
    mata-te, vai morrer, lixo humano, crioulo de merda,
    frocio, froci, ricchione*, ricchioni, recchione*, culattone*, negro di merda, negra di merda, sporco negro, sporca negra,
    terrone, terroni, ebreo di merda, zingaro di merda, sporco ebreo, ucciditi, impiccati, handicappato di merda,
    poponar*, jidan, jidani, cioroi, omoara-te, sinucide-te
  `,
  strong: `
    putain, putains, merde, merdes, merdique*, emmerd*, connard*, connasse*, conasse*, conne, connes, salope*, salopard*, salaud*,
    enculé, enculés, enculée*, encule, enculer, enculeur*, fait chier, faire chier, me chier, chier, couille, couilles, ma bite,
    ta bite, suce ma bite, va te faire foutre, foutre, nique, niquer, nique ta mère, niquetamere, ntm, fdp, ta gueule,
    fils de pute, pute, putes, poufiasse*, pouffiasse*, branleur*, branler, branlette*, trou du cul, trouduc*, enfoiré*, pétasse*,
    sac à merde, casse couille*, tabarnak*, câlisse, 
    puta, putas, puto, putos, putita*, hijo de puta, hija de puta, hijos de puta, hijueputa*, hijoputa*, hdp, mierda*, coño, joder,
    gilipollas, cabrón, cabrones, cabrona, pendejo*, pendeja*, pinche, verga, vergas, polla, pollas, follar, fóllate, chinga*,
    chingar, chingada*, chingue*, chupapollas, chúpamela, mamada, mamadas, zorra, zorras, pelotudo*, concha de tu madre,
    la concha de tu, me cago en, vete a la mierda, que te jodan, jódete, comemierda*, gonorrea, malparido*, culiao*, culero*,
    caralho*, porra, foda, foda-se, fodase, foder, fodido*, fodida*, filho da puta, filha da puta, merda*, tomar no cu,
    vai se foder, vai te foder, buceta*, boceta*, cacete, bosta, bostas, arrombado*, cuzão, cuzao, vadia, vadias, punheta*,
    xoxota*, vsf, vtnc, pqp, pau no cu, desgraçado, desgraçada, otário, otária,
    cazzo, cazzi, cazzata*, cazzone*, minchia, minchione*, stronzo, stronza, stronzi, stronze, stronzat*, vaffanculo*, fanculo,
    figlio di puttana, figli di puttana, puttana, puttane, puttanata*, troia, troie, zoccola, zoccole, mignotta, mignotte, coglione,
    coglioni, cogliona, testa di cazzo, rotto in culo, inculare, inculat*, porco dio, porcodio, dio porco, dio cane, diocane,
    porca madonna, porca puttana, porca troia, pompino, pompini, sborra*, bastardo, bastardi, bastarda, rompicoglioni,
    pizda, pizdă, muie, futu-ți, futu-ti, futai, futut*, căcat, cacat
  `,
}
