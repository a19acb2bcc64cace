"""An SMTP client that is not ours: sends one mail to the server at argv[1] argv[2] and prints what became of it."""

import json
import smtplib
import sys
from email.message import EmailMessage

mail = EmailMessage()
mail["From"] = "Python <python@example.com>"
mail["To"] = "Ada@example.com"
mail["Subject"] = "Grace tipped £7 🎉"
mail.set_content("A line\n.\n..a line that begins with dots\n")
mail.add_alternative("<p>Thank <b>you</b>, £7</p>", subtype="html")

with smtplib.SMTP(sys.argv[1], int(sys.argv[2]), timeout=10) as client:
    client.ehlo()
    outcome = {"extensions": sorted(client.esmtp_features)}
    try:
        outcome["refused"] = client.send_message(mail)
    except smtplib.SMTPRecipientsRefused as error:
        outcome["refused"] = {address: code for address, (code, _) in error.recipients.items()}
    except smtplib.SMTPResponseException as error:
        outcome["refused"] = {"data": error.smtp_code}
    print(json.dumps(outcome))
